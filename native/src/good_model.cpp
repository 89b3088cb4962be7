#include "good_model.hpp"

#include <algorithm>

namespace pineforge::hpo {

GoodModel::GoodModel(const simd::Kernels& kernels, const simd::Interval& interval)
    : kernels_(kernels), interval_(interval), mixture_(kernels, interval, kMaxGood + 1), chooser_(kernels) {}

void GoodModel::update(const SplitChange& change, std::span<const double> positions) {
  if (change.entered_good == kNoTrial) return;
  if (change.left_good != kNoTrial) sorted_.erase(change.left_good);
  sorted_.insert(change.entered_good, positions[static_cast<std::size_t>(change.entered_good)]);
  is_stale_ = true;
}

void GoodModel::prepare() {
  if (!is_stale_) return;
  is_stale_ = false;
  const std::size_t count = sorted_.size();
  std::array<double, kMaxGood> sigma;
  sorted_widths(sorted_.positions(), interval_, sigma.data());
  for (std::size_t place = 0; place < count; ++place) {
    mixture_.mean()[sorted_.kernel(place)] = sorted_.positions()[place];
    mixture_.sigma()[sorted_.kernel(place)] = sigma[place];
  }
  mixture_.mean()[count] = interval_.middle();
  mixture_.sigma()[count] = interval_.range();
  if (mixture_.size() != count + 1) {
    mixture_.resize(count + 1);
    std::fill_n(mixture_.weight(), count + 1, 1.0);
    chooser_.reset(count + 1);
  }
  mixture_.complete(/*tails=*/true);
  mixture_.weigh();
}

void GoodModel::draw(UniformStream& stream, std::array<double, kCandidates>& positions) const {
  std::array<double, 2 * kCandidates> uniforms;
  std::array<std::uint32_t, kCandidates> chosen;
  stream.take(uniforms);
  chooser_.choose(std::span(uniforms).first<kCandidates>(), chosen.data());
  kernels_.draw(interval_, mixture_.draw_table(), chosen.data(), uniforms.data() + kCandidates, kCandidates,
                positions.data());
}

}  // namespace pineforge::hpo

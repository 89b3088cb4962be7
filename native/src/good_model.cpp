#include "good_model.hpp"

#include <algorithm>

namespace pineforge::hpo {

GoodModel::GoodModel(const simd::Kernels& kernels, const simd::Interval& interval)
    : kernels_(kernels), interval_(interval), mixture_(kernels, interval, kMaxGood + 1) {
  rebuild({}, {});
}

void GoodModel::rebuild(std::span<const Trial> good, std::span<const double> positions) {
  const std::size_t count = good.size();
  const SortedGood sorted(good, [&](Trial trial) { return positions[static_cast<std::size_t>(trial)]; }, interval_);
  mixture_.resize(count + 1);
  for (std::size_t i = 0; i < count; ++i) {
    mixture_.mean()[sorted.order[i]] = sorted.position[i];
    mixture_.sigma()[sorted.order[i]] = sorted.sigma[i];
  }
  mixture_.mean()[count] = interval_.middle();
  mixture_.sigma()[count] = interval_.range();
  mixture_.complete(/*tails=*/true);
  std::fill_n(mixture_.weight(), count + 1, 1.0);
  mixture_.weigh();
  chooser_.reset(count + 1);
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

#include "good_model.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace pineforge::hpo {

void KernelChooser::reset(std::size_t kernels) {
  kernels_ = kernels;
  const auto first = cumulative_.begin() + 1;
  const auto last = first + static_cast<std::ptrdiff_t>(kernels);
  std::fill(first, last, 1.0 / static_cast<double>(kernels));
  std::partial_sum(first, last, first);
  const double total = *(last - 1);
  for (auto sum = first; sum != last; ++sum) *sum /= total;
  cumulative_.front() = -std::numeric_limits<double>::infinity();
  *last = std::numeric_limits<double>::infinity();
}

void KernelChooser::choose(std::span<const double> uniforms, std::uint32_t* chosen) const {
  const auto kernels = static_cast<double>(kernels_);
  for (std::size_t i = 0; i < uniforms.size(); ++i) {
    // The equal weights put the answer here, give or take one for rounding.
    auto kernel = static_cast<std::uint32_t>(uniforms[i] * kernels);
    kernel += cumulative_[kernel + 1] <= uniforms[i] ? 1 : 0;
    kernel -= cumulative_[kernel] > uniforms[i] ? 1 : 0;
    chosen[i] = kernel;
  }
}

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
  mixture_.mean()[count] = 0.5 * (interval_.low + interval_.high);
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

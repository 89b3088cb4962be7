#include "wide_kernels.hpp"

#include <limits>

namespace pineforge::hpo {
namespace {

/// The prior and both extremes of every cell.
constexpr std::size_t kMost = 2 * kCells + 1;

}  // namespace

// The prior's rank is above all others: its weight is 1.
WideKernels::WideKernels(const simd::Kernels& kernels, const simd::Interval& interval)
    : mixture_(kernels, interval, kMost),
      trials_(kMost, kNoTrial),
      ranks_(kMost, std::numeric_limits<double>::infinity()) {
  mixture_.resize(1);
  mixture_.set(0, interval.middle(), interval.range());
}

void WideKernels::put(Extreme& extreme, const SplitTracker& split) {
  if (extreme.place == Extreme::kInTable || extreme.place == Extreme::kNowhere) {
    extreme.place = mixture_.size();
    mixture_.resize(extreme.place + 1);
    trials_[extreme.place] = extreme.trial;
    ranks_[extreme.place] = split.rank(extreme.trial);
  }
  mixture_.set(extreme.place, extreme.position, extreme.sigma);
}

void WideKernels::take_off(Extreme& extreme, CellExtremes& extremes) {
  const std::size_t place = extreme.place;
  const std::size_t last = mixture_.size() - 1;
  extreme.place = Extreme::kNowhere;
  if (place != last) {
    trials_[place] = trials_[last];
    ranks_[place] = ranks_[last];
    mixture_.copy(last, place);
    extremes.find(trials_[place], mixture_.mean()[place])->place = place;
  }
  mixture_.resize(last);
}

void WideKernels::shift_ranks(Trial entered) {
  for (std::size_t place = 1; place < mixture_.size(); ++place) ranks_[place] += trials_[place] > entered ? 1.0 : 0.0;
}

void WideKernels::weigh(const WeightRamp& ramp) {
  for (std::size_t place = 0; place < mixture_.size(); ++place) mixture_.weight()[place] = ramp.weight(ranks_[place]);
  mixture_.complete_changed();
  mixture_.weigh();
}

std::size_t WideKernels::bytes() const { return mixture_.bytes() + kMost * (sizeof(Trial) + sizeof(double)); }

}  // namespace pineforge::hpo

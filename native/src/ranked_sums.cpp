#include "ranked_sums.hpp"

#include <algorithm>

namespace pineforge::hpo {

RankedSums::RankedSums(const simd::Kernels& kernels, std::size_t columns)
    : kernels_(kernels),
      old_(simd::padded(columns)),
      ranked_(old_.size()),
      recent_(old_.size()),
      snapshots_(kMaxGood * old_.size()) {
  good_.fill(kNoTrial);
}

void RankedSums::clear() {
  for (AlignedVector<double>* sums : {&old_, &ranked_, &recent_}) std::fill(sums->begin(), sums->end(), 0.0);
  good_.fill(kNoTrial);
  good_count_ = 0;
  newest_good_ = kNoTrial;
}

void RankedSums::enter_good(Trial trial, std::size_t slot) {
  if (good_[slot] == kNoTrial) {
    ++good_count_;
    std::fill(snapshot(slot).begin(), snapshot(slot).end(), 0.0);
  }
  good_[slot] = trial;
  newest_good_ = std::max(newest_good_, trial);
  kernels_.cell_swap(old_.data(), recent_.data(), old_.size(), ranked_.data(), snapshot(slot).data());
}

void RankedSums::correct_ranked(std::size_t column, std::span<const double> contribution) {
  kernels_.axpy(contribution.data(), 1.0, contribution.size(), ranked_.data() + column);
}

void RankedSums::add_to_snapshots(std::size_t column, std::span<const double> contribution, Trial trial, double sign) {
  if (trial > newest_good_) return;
  for (std::size_t slot = 0; slot < kMaxGood; ++slot) {
    if (good_[slot] <= trial) continue;
    kernels_.axpy(contribution.data(), sign, contribution.size(), snapshot(slot).data() + column);
  }
}

/// t + newer(t).
double RankedSums::rank_plus_good(Trial trial) const {
  Trial result = trial;
  if (trial > newest_good_) return static_cast<double>(result);
  for (const Trial good : good_) result += good > trial ? 1 : 0;
  return static_cast<double>(result);
}

void RankedSums::add_old(std::size_t column, std::span<const double> contribution, Trial trial, double sign) {
  add_to_snapshots(column, contribution, trial, sign);
  kernels_.axpy(contribution.data(), sign, contribution.size(), old_.data() + column);
  kernels_.axpy(contribution.data(), sign * rank_plus_good(trial), contribution.size(), ranked_.data() + column);
}

void RankedSums::add_recent(std::size_t column, std::span<const double> contribution, Trial trial, double sign) {
  add_to_snapshots(column, contribution, trial, sign);
  kernels_.axpy(contribution.data(), sign, contribution.size(), recent_.data() + column);
}

void RankedSums::age(std::size_t column, std::span<const double> contribution, Trial trial) {
  kernels_.age(contribution.data(), rank_plus_good(trial), contribution.size(), recent_.data() + column,
               old_.data() + column, ranked_.data() + column);
}

void RankedSums::clear_recent() { std::fill(recent_.begin(), recent_.end(), 0.0); }

void RankedSums::refill_recent(std::size_t column, std::span<const double> contribution) {
  kernels_.axpy(contribution.data(), 1.0, contribution.size(), recent_.data() + column);
}

double RankedSums::weighted(std::size_t column, const WeightRamp& ramp) const {
  return (old_[column] * old_factor(ramp) + ranked_[column] * ranked_factor(ramp)) + recent_[column];
}

std::size_t RankedSums::bytes() const { return (3 * old_.size() + snapshots_.size()) * sizeof(double); }

}  // namespace pineforge::hpo

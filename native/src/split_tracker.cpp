#include "split_tracker.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "reserve_touched.hpp"
#include "trial_split.hpp"

namespace pineforge::hpo {
namespace {

template <class Compare>
void insert_sorted(std::vector<Trial>& trials, Trial trial, Compare compare) {
  trials.insert(std::upper_bound(trials.begin(), trials.end(), trial, compare), trial);
}

void remove(std::vector<Trial>& trials, Trial trial) { trials.erase(std::find(trials.begin(), trials.end(), trial)); }

}  // namespace

SplitTracker::SplitTracker(std::size_t expected_trials) {
  reserve_touched(objectives_, expected_trials);
  reserve_touched(is_good_, expected_trials);
  good_for_rank_.fill(std::numeric_limits<std::int32_t>::max());
  for (std::vector<Trial>* trials : {&good_, &good_by_trial_, &slots_, &recent_}) trials->reserve(kMaxGood + 1);
}

bool SplitTracker::better(Trial a, Trial b) const {
  const double first = objectives_[static_cast<std::size_t>(a)];
  const double second = objectives_[static_cast<std::size_t>(b)];
  return first < second || (first == second && a < b);
}

double SplitTracker::rank(Trial bad) const {
  const auto trial = static_cast<std::int32_t>(bad);
  std::int32_t older = 0;
  for (const std::int32_t good : good_for_rank_) older += good < trial ? 1 : 0;
  return static_cast<double>(trial - older);
}

SplitChange SplitTracker::tell(double objective) {
  const auto told = static_cast<Trial>(trials());
  objectives_.push_back(objective);
  is_good_.push_back(0);
  SplitChange change{.told = told};
  if (below_count(trials()) > good_count()) {
    grow(change);
  } else if (better(told, good_.back())) {
    change.left_good = good_.back();
    good_.pop_back();
    is_good_[static_cast<std::size_t>(change.left_good)] = 0;
    remove(good_by_trial_, change.left_good);
    change.slot = static_cast<std::size_t>(std::find(slots_.begin(), slots_.end(), change.left_good) - slots_.begin());
    change.entered_good = told;
    enter_good(told, change.slot);
    enter_bad(change.left_good, change);
  } else {
    enter_bad(told, change);
  }
  return change;
}

void SplitTracker::grow(SplitChange& change) {
  const Trial best = best_bad();
  change.entered_good = best == kNoTrial || better(change.told, best) ? change.told : best;
  change.slot = slots_.size();
  slots_.push_back(kNoTrial);
  enter_good(change.entered_good, change.slot);
  if (!change.promoted()) return;
  if (is_recent(change.entered_good)) remove(recent_, change.entered_good);
  enter_bad(change.told, change);
}

void SplitTracker::enter_good(Trial trial, std::size_t slot) {
  insert_sorted(good_, trial, [this](Trial a, Trial b) { return better(a, b); });
  insert_sorted(good_by_trial_, trial, std::less<>());
  slots_[slot] = trial;
  is_good_[static_cast<std::size_t>(trial)] = 1;
  good_for_rank_[slot] = static_cast<std::int32_t>(trial);
}

void SplitTracker::enter_bad(Trial trial, SplitChange& change) {
  change.entered_bad = trial;
  if (recent_.size() == kFullWeights && trial < recent_.back()) return;
  insert_sorted(recent_, trial, std::greater<>());
  if (recent_.size() <= kFullWeights) return;
  change.aged = recent_.back();
  recent_.pop_back();
}

/// The best bad trial before the told one.
Trial SplitTracker::best_bad() const {
  Trial best = kNoTrial;
  for (Trial trial = 0; trial + 1 < static_cast<Trial>(trials()); ++trial) {
    if (!is_good(trial) && (best == kNoTrial || better(trial, best))) best = trial;
  }
  return best;
}

}  // namespace pineforge::hpo

// The trials of one group, one after another.
#pragma once

#include "split_tracker.hpp"

namespace pineforge::hpo {

enum class Group { kGood, kBad };

class GroupTrials {
 public:
  GroupTrials(const SplitTracker& split, Group group) : split_(split), good_(group == Group::kGood) {}

  /// The next trial in ascending order, kNoTrial after the last one.
  Trial next() {
    const auto trials = static_cast<Trial>(split_.trials());
    do {
      if (++trial_ >= trials) return kNoTrial;
    } while (split_.is_good(trial_) != good_);
    return trial_;
  }

 private:
  const SplitTracker& split_;
  bool good_;
  Trial trial_ = -1;
};

}  // namespace pineforge::hpo

#include "fast_sampler.hpp"

#include <cmath>
#include <stdexcept>

#include "active_kernels.hpp"

namespace pineforge::hpo {

FastSampler::FastSampler(const SearchSpace& space, const SamplerOptions& options)
    : startup_trials_(options.startup_trials),
      startup_stream_(active_kernels(), options.seed),
      fitted_stream_(active_kernels(), options.seed),
      split_(options.expected_trials),
      candidate_(space.size()) {
  if (space.size() == 0) throw std::invalid_argument("the search space has no parameter");
  if (options.tie_order != TieOrder::kStable) {
    throw std::invalid_argument("the fast sampler offers the stable tie order only");
  }
  for (const Parameter& parameter : space) {
    marginals_.push_back(make_marginal(active_kernels(), parameter, options.expected_trials));
  }
}

std::span<const double> FastSampler::ask() {
  if (asked_) throw std::logic_error("ask: the last candidate has not been told");
  const bool startup = split_.trials() < startup_trials_;
  for (std::size_t p = 0; p < marginals_.size(); ++p) {
    candidate_[p] =
        startup ? marginals_[p]->draw_uniformly(startup_stream_) : marginals_[p]->propose(fitted_stream_, split_);
  }
  asked_ = true;
  return candidate_;
}

void FastSampler::tell(double value) {
  if (!asked_) throw std::logic_error("tell: no candidate has been asked for");
  if (!std::isfinite(value)) throw std::invalid_argument("tell: the objective must be finite");
  const SplitChange change = split_.tell(value);
  for (const std::unique_ptr<Marginal>& marginal : marginals_) marginal->tell(change, split_);
  asked_ = false;
}

std::size_t FastSampler::model_bytes() const {
  std::size_t bytes = sizeof *this;
  for (const std::unique_ptr<Marginal>& marginal : marginals_) bytes += marginal->model_bytes();
  return bytes;
}

std::size_t FastSampler::history_bytes() const {
  std::size_t bytes = split_.bytes();
  for (const std::unique_ptr<Marginal>& marginal : marginals_) bytes += marginal->history_bytes();
  return bytes;
}

}  // namespace pineforge::hpo

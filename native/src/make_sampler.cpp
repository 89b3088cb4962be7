#include <stdexcept>

#include "fast_sampler.hpp"
#include "pineforge/hpo/sampler.hpp"
#include "reference_sampler.hpp"

namespace pineforge::hpo {

std::unique_ptr<Sampler> make_sampler(SamplerKind kind, const SearchSpace& space, const SamplerOptions& options) {
  switch (kind) {
    case SamplerKind::kReference:
      return std::make_unique<ReferenceSampler>(space, options);
    case SamplerKind::kFast:
      return std::make_unique<FastSampler>(space, options);
  }
  throw std::invalid_argument("unknown sampler kind");
}

}  // namespace pineforge::hpo

#include "random_stream.hpp"

namespace pineforge::hpo {

double RandomStream::next() {
  const auto high = static_cast<std::uint32_t>(engine_()) >> 5;
  const auto low = static_cast<std::uint32_t>(engine_()) >> 6;
  return (high * 67108864.0 + low) / 9007199254740992.0;
}

}  // namespace pineforge::hpo

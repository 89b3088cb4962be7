#include "edge_table.hpp"

namespace pineforge::hpo {

EdgeTable::EdgeTable(std::size_t size) : size_(size), cumulative_(2 * size + simd::kGridWindow, 1.0) {}

void EdgeTable::set_sigma(const simd::Kernels& kernels, double sigma) {
  sigma_ = sigma;
  kernels.grid_edges(sigma, size_, cumulative_.data());
}

}  // namespace pineforge::hpo

// The mean density over a bin of a grid, from the density at a few points.
#pragma once

#include <cstddef>

namespace pineforge::hpo {

/// Points and weights on [-1, 1], the weights adding up to 1 (Gauss and Legendre; Abramowitz and Stegun, table 25.4).
struct BinQuadrature {
  static constexpr std::size_t kMaxPoints = 8;

  std::size_t points;
  double at[kMaxPoints];
  double weight[kMaxPoints];
};

/// For a bin of `width`, in units of the least sigma that kernels have, range / 100: as many points as keep the error
/// below 4e-16 of a kernel's peak; null above 1. The error of m points is width^2m (m!)^4 / ((2m + 1) (2m)!^3) times
/// the 2m-th derivative of the density (Abramowitz and Stegun 25.4.30), and that of exp(-z^2 / 2) is at most 1.09
/// sqrt((2m)!) exp(-z^2 / 4) (Cramer).
const BinQuadrature* exact_quadrature(double width);

/// As many points as keep the mean of a kernel's density to kCoarseBinError of it, up to 7.5 sigmas from the kernel's
/// mean (by comparison with the mass); null above 3.
const BinQuadrature* coarse_quadrature(double width);
inline constexpr double kCoarseBinError = 7e-5;

}  // namespace pineforge::hpo

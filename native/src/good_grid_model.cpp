#include "good_grid_model.hpp"

#include <algorithm>

#include "value_set.hpp"

namespace pineforge::hpo {

GoodGridModel::GoodGridModel(const simd::Kernels& kernels, const GridTables& tables)
    : kernels_(kernels),
      tables_(tables),
      least_(tables.size()),
      least_rows_(tables.is_small() ? tables.size() : 0),
      odd_(tables.size()),
      odd_rows_(tables.is_small() ? tables.size() : 0),
      masses_(tables.row_length()),
      chooser_(kernels) {
  resize(0);
  rebuild({}, {});
}

void GoodGridModel::resize(std::size_t count) {
  count_ = count;
  least_.set_sigma(kernels_, static_cast<double>(tables_.size()) / (static_cast<double>(count) + 2.0));
  chooser_.reset(count + 1);
  if (tables_.is_small()) least_rows_.set(least_.edges());
  rows_[count] = tables_.prior_row();
}

void GoodGridModel::rebuild(std::span<const Trial> good, std::span<const std::uint8_t> values) {
  if (good.size() != count_) resize(good.size());

  /// Of a value seen, how many good trials have it, and the places of the first and the last of them.
  struct Observations {
    std::size_t count;
    std::size_t first;
    std::size_t last;
  };
  std::array<Observations, ValueSet::kCapacity> observations;
  ValueSet seen;
  for (std::size_t kernel = 0; kernel < count_; ++kernel) {
    const std::uint8_t value = values[static_cast<std::size_t>(good[kernel])];
    rows_[kernel] = tables_.is_small() ? least_rows_.at(value) : least_.edges().at(value);
    Observations& here = observations[value];
    if (!seen.contains(value)) here = {0, kernel, kernel};
    here.last = kernel;
    ++here.count;
    seen.insert(value);
  }

  std::copy_n(tables_.prior_masses(), masses_.size(), masses_.begin());
  seen.for_each([&](std::size_t value, double left, double right) {
    const Observations& here = observations[value];
    std::size_t narrow = here.count;
    if (here.count == 1) {
      narrow -= widen(here.first, value, count_ == 1 ? tables_.single_width(value) : std::max(left, right));
    } else {
      narrow -= widen(here.first, value, left) + widen(here.last, value, right);
    }
    if (narrow > 0) add_kernels(least_, value, static_cast<double>(narrow));
  });
}

/// Gives a kernel a width, if that is more than the least sigma; returns the number of kernels widened.
std::size_t GoodGridModel::widen(std::size_t kernel, std::size_t value, double width) {
  if (width <= least_.sigma()) return 0;
  if (count_ == 1) {
    odd_.set_sigma(kernels_, width);
    if (tables_.is_small()) odd_rows_.set(odd_);
    rows_[kernel] = tables_.is_small() ? odd_rows_.at(value) : odd_.at(value);
    add_kernel(odd_, value);
    return 1;
  }
  const auto steps = static_cast<std::size_t>(width);
  rows_[kernel] = tables_.is_small() ? tables_.rows(steps).at(value) : tables_.edges(steps).at(value);
  if (steps <= tables_.narrow_widths()) {
    add_kernels(tables_.narrow(steps), value, 1.0);
  } else {
    add_kernel(tables_.edges(steps), value);
  }
  return 1;
}

void GoodGridModel::add_kernel(const EdgeTable& edges, std::size_t value) {
  const double share = 1.0 / edges.mass_within(value);
  for (std::size_t v = 0; v < tables_.size(); ++v) {
    masses_[v] += share * edges.bin_mass(v > value ? v - value : value - v);
  }
}

void GoodGridModel::add_kernels(const WidthTable& table, std::size_t value, double weight) {
  const double share = weight * table.inverse_masses()[value];
  const double* bins = table.bin_masses(value);
  for (std::size_t v = 0; v < masses_.size(); ++v) masses_[v] += share * bins[v];
}

void GoodGridModel::draw(UniformStream& stream, Draws& draws) const {
  std::array<double, 2 * kCandidates> uniforms;
  std::array<std::uint32_t, kCandidates> chosen;
  stream.take(uniforms);
  chooser_.choose(std::span(uniforms).first<kCandidates>(), chosen.data());
  const double* quantiles = uniforms.data() + kCandidates;
  if (tables_.is_small()) {
    draws.small = kernels_.row_draw(rows_.data(), chosen.data(), quantiles, kCandidates, draws.values.data());
  } else {
    kernels_.grid_draw(rows_.data(), chosen.data(), quantiles, kCandidates, tables_.size(), draws.values.data());
  }
}

}  // namespace pineforge::hpo

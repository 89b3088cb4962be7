#include "grid_model.hpp"

#include <algorithm>
#include <limits>

namespace pineforge::hpo {
namespace {

constexpr double kNoFirst = std::numeric_limits<double>::infinity();
constexpr double kNoLast = -1.0;

}  // namespace

/// For a candidate, a row costs a block of 8 values as much as a kernel of its own does. In small grids rows are
/// cheaper.
GridModel::Row::Row(const GridTables& tables, std::size_t width)
    : table(&tables.narrow(width)),
      first_inverse(simd::padded(tables.size())),
      last_inverse(first_inverse.size()),
      share(first_inverse.size()),
      worth(tables.is_small() ? 1 : 1 + std::min(2 * std::size_t{table->reach()} + 1, tables.size()) / 8) {}

GridModel::GridModel(const simd::Kernels& kernels, const GridTables& tables)
    : kernels_(kernels),
      tables_(tables),
      counts_(tables.size()),
      first_(simd::padded(tables.size()), kNoFirst),
      last_(first_.size(), kNoLast),
      least_(tables.size()),
      least_share_(first_.size()),
      odd_(tables.size()),
      first_is_wide_(first_.size()),
      last_is_wide_(first_.size()) {
  rows_.reserve(tables.narrow_widths());
  for (std::size_t width = 1; width <= tables.narrow_widths(); ++width) rows_.emplace_back(tables, width);
  wide_.reserve(2 * tables.size());
  singles_.reserve(2 * tables.size());
  used_rows_.reserve(1 + rows_.size());
}

void GridModel::update(const SplitChange& change, const SplitTracker& split, std::span<const std::uint8_t> values) {
  const auto value_of = [&](Trial trial) { return std::size_t{values[static_cast<std::size_t>(trial)]}; };
  observations_ = split.bad_count();
  counts_.update(change, split, value_of);
  if (change.promoted()) return rebuild(split, values);
  if (change.entered_bad == kNoTrial) return;
  const double rank = split.rank(change.entered_bad);
  if (change.left_good != kNoTrial) shift_ranks(rank);
  insert(value_of(change.entered_bad), rank);
}

void GridModel::rebuild(const SplitTracker& split, std::span<const std::uint8_t> values) {
  std::fill(first_.begin(), first_.end(), kNoFirst);
  std::fill(last_.begin(), last_.end(), kNoLast);
  seen_.clear();
  double rank = 0.0;
  for (Trial trial = 0; trial < static_cast<Trial>(split.trials()); ++trial) {
    if (!split.is_good(trial)) insert(values[static_cast<std::size_t>(trial)], rank++);
  }
  widths_changed_ = true;
}

void GridModel::insert(std::size_t value, double rank) {
  const bool had_two = first_[value] < last_[value];
  widths_changed_ = widths_changed_ || !had_two;
  first_[value] = std::min(first_[value], rank);
  last_[value] = std::max(last_[value], rank);
  seen_.insert(value);
}

/// A trial is about to be inserted before those of rank `from`.
void GridModel::shift_ranks(double from) {
  for (double& rank : first_) rank += rank >= from ? 1.0 : 0.0;
  for (double& rank : last_) rank += rank >= from ? 1.0 : 0.0;
}

void GridModel::prepare(const SplitTracker& split) {
  const double sigma = static_cast<double>(tables_.size()) / std::min(100.0, static_cast<double>(observations_) + 2.0);
  if (sigma != least_.sigma()) set_least(sigma);
  if (widths_changed_) set_widths();

  const WeightRamp ramp = split.ramp();
  const simd::GridCounts counts{counts_.old(), counts_.ranked(),      counts_.recent(),     first_.data(),
                                last_.data(),  first_is_wide_.data(), last_is_wide_.data(), first_.size()};
  kernels_.grid_weigh(counts, {ramp.alpha, ramp.beta, ramp.full_from}, least_.inverse_masses(), least_share_.data(),
                      used_rows_.data() + 1, used_rows_.size() - 1);
  for (Single& single : singles_) {
    single.share = weight_of(single.extreme, ramp) / single.edges->mass_within(single.extreme.value);
  }
}

void GridModel::set_least(double sigma) {
  // Widths are whole numbers but for a single observation's.
  const auto steps = [](double width) { return static_cast<std::size_t>(width); };
  widths_changed_ = widths_changed_ || steps(sigma) != steps(least_.sigma());
  least_.set_sigma(kernels_, sigma);
  if (!used_rows_.empty()) used_rows_[0].reach = least_.reach();
}

double GridModel::weight_of(const Extreme& extreme, const WeightRamp& ramp) const {
  return ramp.weight(extreme.is_last ? last_[extreme.value] : first_[extreme.value]);
}

void GridModel::set_widths() {
  list_wide();
  std::fill(first_is_wide_.begin(), first_is_wide_.end(), 0.0);
  std::fill(last_is_wide_.begin(), last_is_wide_.end(), 0.0);
  for (Row& row : rows_) {
    if (row.kernels == 0) continue;
    std::fill(row.first_inverse.begin(), row.first_inverse.end(), 0.0);
    std::fill(row.last_inverse.begin(), row.last_inverse.end(), 0.0);
    row.kernels = 0;
  }
  for (const Extreme& extreme : wide_) {
    if (Row* row = row_of(extreme.width)) ++row->kernels;
  }
  singles_.clear();
  for (const Extreme& extreme : wide_) place(extreme);

  used_rows_.clear();
  used_rows_.push_back({nullptr, nullptr, least_share_.data(), least_.bin_masses(tables_.size() - 1), least_.reach()});
  for (Row& row : rows_) {
    if (!row.is_in_use()) continue;
    used_rows_.push_back({row.first_inverse.data(), row.last_inverse.data(), row.share.data(),
                          row.table->bin_masses(tables_.size() - 1), row.table->reach()});
  }
  widths_changed_ = false;
}

/// The width rule of kernel_widths (numeric_kernels.hpp) for values in order and equal ones by trial number.
void GridModel::list_wide() {
  wide_.clear();
  const double least = least_.sigma();
  seen_.for_each([&](std::size_t value, double left, double right) {
    if (first_[value] < last_[value]) {
      if (left > least) wide_.push_back({value, false, left});
      if (right > least) wide_.push_back({value, true, right});
      return;
    }
    const double width = observations_ == 1 ? tables_.single_width(value) : std::max(left, right);
    if (width > least) wide_.push_back({value, false, width});
  });
}

GridModel::Row* GridModel::row_of(double width) {
  const auto steps = static_cast<std::size_t>(width);
  return observations_ > 1 && steps <= rows_.size() ? &rows_[steps - 1] : nullptr;
}

void GridModel::place(const Extreme& extreme) {
  (extreme.is_last ? last_is_wide_ : first_is_wide_)[extreme.value] = 1.0;
  Row* row = row_of(extreme.width);
  if (row != nullptr && row->is_in_use()) {
    AlignedVector<double>& inverse = extreme.is_last ? row->last_inverse : row->first_inverse;
    inverse[extreme.value] = row->table->inverse_masses()[extreme.value];
    return;
  }
  if (observations_ == 1) odd_.set_sigma(kernels_, extreme.width);
  const auto steps = static_cast<std::size_t>(extreme.width);
  singles_.push_back({extreme, observations_ == 1 ? &odd_ : &tables_.edges(steps), 0.0});
}

void GridModel::masses_of_all(double* result) const {
  kernels_.grid_sum_all(used_rows_.data(), used_rows_.size(), tables_.size(), tables_.prior_masses(), result);
  for (const Single& single : singles_) {
    for (std::size_t value = 0; value < tables_.size(); ++value) result[value] += mass_of(single, value);
  }
}

void GridModel::masses(std::span<const std::uint32_t> values, double* result) const {
  for (std::size_t i = 0; i < values.size(); ++i) result[i] = tables_.prior_masses()[values[i]];
  kernels_.grid_sum(used_rows_.data(), used_rows_.size(), static_cast<std::uint32_t>(tables_.size() - 1), values.data(),
                    values.size(), result);
  for (const Single& single : singles_) {
    for (std::size_t i = 0; i < values.size(); ++i) result[i] += mass_of(single, values[i]);
  }
}

double GridModel::mass_of(const Single& single, std::size_t value) {
  const std::size_t centre = single.extreme.value;
  return single.share * single.edges->bin_mass(value > centre ? value - centre : centre - value);
}

std::size_t GridModel::bytes() const {
  const std::size_t row = first_.size() * sizeof(double);
  return counts_.bytes() + least_.bytes() + odd_.bytes() + (5 + 3 * rows_.size()) * row +
         wide_.capacity() * sizeof(Extreme) + singles_.capacity() * sizeof(Single) +
         used_rows_.capacity() * sizeof(simd::GridRow);
}

}  // namespace pineforge::hpo

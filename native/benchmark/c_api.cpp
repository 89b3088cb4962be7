// The C interface: every entry validates, converts, calls, catches everything and returns a code.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "build_info.hpp"
#include "enumeration.hpp"
#include "pineforge/hpo/instruction_set.hpp"
#include "pineforge_bench.h"
#include "problem.hpp"
#include "study.hpp"

namespace bench = pineforge::benchmark;
namespace hpo = pineforge::hpo;

struct pf_study {
  const bench::Problem* problem = nullptr;
  bench::StudyOptions options;
  /// Built by the first run.
  std::optional<bench::Study> study;
};

namespace {

constexpr double kMaxUint32 = std::numeric_limits<std::uint32_t>::max();

/// A fixed buffer, so that reporting a lack of memory needs none.
thread_local std::array<char, 512> last_error{};

/// Keeps `message` as one line; cuts what does not fit.
std::int32_t fail(std::int32_t code, const char* message) noexcept {
  std::snprintf(last_error.data(), last_error.size(), "%s", message);
  std::replace_if(last_error.begin(), last_error.end(), [](char c) { return c > 0 && c < ' '; }, ' ');
  return code;
}

/// Runs `body` and turns what it throws into a code and a message.
template <typename Body>
std::int32_t guarded(Body body) noexcept {
  try {
    body();
    return PF_OK;
  } catch (const bench::ObjectiveError& error) {
    return fail(PF_ERROR_OBJECTIVE, error.what());
  } catch (const bench::StateError& error) {
    return fail(PF_ERROR_STATE, error.what());
  } catch (const std::invalid_argument& error) {
    return fail(PF_ERROR_ARGUMENT, error.what());
  } catch (const std::bad_alloc&) {
    return fail(PF_ERROR_INTERNAL, "out of memory");
  } catch (const std::exception& error) {
    return fail(PF_ERROR_INTERNAL, error.what());
  } catch (...) {
    return fail(PF_ERROR_INTERNAL, "unknown exception");
  }
}

void require_not_null(const void* pointer, const char* what) {
  if (pointer == nullptr) throw std::invalid_argument(std::string(what) + " is a null pointer");
}

void require_room(const double* buffer, std::uint64_t length, std::uint64_t needed) {
  require_not_null(buffer, "the buffer");
  if (length < needed) {
    throw std::invalid_argument("the buffer holds " + std::to_string(length) + " doubles, " + std::to_string(needed) +
                                " are needed");
  }
}

std::uint32_t to_integer(std::string_view control, double value, std::uint32_t least, double most) {
  if (value >= least && value <= most && value == std::trunc(value)) return static_cast<std::uint32_t>(value);
  throw std::invalid_argument("control '" + std::string(control) + "' must be an integer from " +
                              std::to_string(least) + " to " + std::to_string(static_cast<std::uint32_t>(most)));
}

void set_control(bench::StudyOptions& options, std::string_view control, double value) {
  const auto integer = [&](std::uint32_t least, double most) { return to_integer(control, value, least, most); };
  if (control == "seed") {
    options.sampler_options.seed = integer(0, kMaxUint32);
  } else if (control == "startup_trials") {
    options.sampler_options.startup_trials = integer(1, kMaxUint32);
  } else if (control == "trials") {
    options.trials = integer(1, kMaxUint32);
  } else if (control == "sampler") {
    options.sampler = integer(0, 1) == 0 ? hpo::SamplerKind::kReference : hpo::SamplerKind::kFast;
  } else if (control == "instruction_set") {
    const std::span<const std::string_view> offered = hpo::instruction_sets();
    options.instruction_set = offered[integer(0, static_cast<double>(offered.size() - 1))];
  } else if (control == "tie_order") {
    options.sampler_options.tie_order = integer(0, 1) == 0 ? hpo::TieOrder::kStable : hpo::TieOrder::kNumpyGeneric;
  } else {
    throw std::invalid_argument("unknown control '" + std::string(control) + "'");
  }
}

const bench::Study& started(const pf_study* study) {
  require_not_null(study, "the study");
  if (!study->study || study->study->log().size() == 0) throw bench::StateError("no trial has been run");
  return *study->study;
}

}  // namespace

std::uint32_t pf_abi_version(void) { return PF_ABI_VERSION; }

const char* pf_build_info(void) {
  static std::string info;
  static const std::int32_t code = guarded([] { info = bench::build_info(); });
  return code == PF_OK ? info.c_str() : "";
}

const char* pf_last_error(void) { return last_error.data(); }

std::int32_t pf_problem_check(const char* problem, double* check, std::uint32_t check_length) {
  return guarded([&] {
    require_not_null(problem, "the problem");
    require_room(check, check_length, PF_CHECK_COUNT);
    const bench::Problem& found = bench::find_problem(problem);
    check[PF_CHECK_VALUE] = bench::check_optimum(found);
    check[PF_CHECK_DECLARED_OPTIMUM] = found.declared_optimum;
    check[PF_CHECK_PARAMETERS] = static_cast<double>(found.space.size());
  });
}

std::int32_t pf_problem_enumerate(const char* problem, double* enumeration, std::uint32_t enumeration_length) {
  return guarded([&] {
    require_not_null(problem, "the problem");
    require_room(enumeration, enumeration_length, PF_ENUMERATION_COUNT);
    const bench::Enumeration seen = bench::enumerate(bench::find_problem(problem));
    enumeration[PF_ENUMERATION_CANDIDATES] = static_cast<double>(seen.candidates);
    enumeration[PF_ENUMERATION_MINIMUM] = seen.minimum;
    enumeration[PF_ENUMERATION_MULTIPLICITY] = static_cast<double>(seen.multiplicity);
    enumeration[PF_ENUMERATION_SECOND_BEST] = seen.second_best;
    std::copy(seen.minimizer.begin(), seen.minimizer.end(), enumeration + PF_ENUMERATION_MINIMIZER);
  });
}

pf_study* pf_study_create(const char* problem) {
  std::unique_ptr<pf_study> study;
  guarded([&] {
    require_not_null(problem, "the problem");
    const bench::Problem& found = bench::find_problem(problem);
    study = std::make_unique<pf_study>();
    study->problem = &found;
    study->options.trials = found.trials;
  });
  return study.release();
}

std::int32_t pf_study_set_control(pf_study* study, const char* control, double value) {
  return guarded([&] {
    require_not_null(study, "the study");
    require_not_null(control, "the control");
    if (study->study) throw bench::StateError("controls are set before the first trial");
    set_control(study->options, control, value);
  });
}

std::int32_t pf_study_run(pf_study* study, std::uint32_t trials) {
  return guarded([&] {
    require_not_null(study, "the study");
    if (trials == 0) throw std::invalid_argument("trials must be at least 1");
    if (!study->study) study->study.emplace(*study->problem, study->options);
    study->study->run(trials);
  });
}

std::int32_t pf_study_read_result(const pf_study* study, double* result, std::uint32_t result_length) {
  return guarded([&] {
    require_room(result, result_length, PF_RESULT_COUNT);
    const bench::Study& run = started(study);
    const bench::Clocks& clocks = run.clocks();
    const bench::DiscreteDiagnostics discrete = run.diagnostics();
    result[PF_RESULT_TRIALS_DONE] = static_cast<double>(run.log().size());
    result[PF_RESULT_BEST_VALUE] = run.best_value();
    result[PF_RESULT_SAMPLER_NS] = static_cast<double>(clocks.sampler);
    result[PF_RESULT_OBJECTIVE_NS] = static_cast<double>(clocks.objective);
    result[PF_RESULT_VALIDATION_NS] = static_cast<double>(clocks.validation);
    result[PF_RESULT_WALL_NS] = static_cast<double>(clocks.wall);
    result[PF_RESULT_UNIQUE_CANDIDATES] = static_cast<double>(discrete.unique_candidates);
    result[PF_RESULT_DUPLICATE_CANDIDATES] = static_cast<double>(discrete.duplicate_candidates);
    result[PF_RESULT_EXACT_OPTIMUM_HITS] = static_cast<double>(discrete.exact_optimum_hits);
    result[PF_RESULT_BEST_HAMMING] = static_cast<double>(discrete.best_hamming);
    result[PF_RESULT_BEST_L1] = static_cast<double>(discrete.best_l1);
  });
}

std::int32_t pf_study_read_trials(const pf_study* study, double* trials, std::uint64_t trials_length) {
  return guarded([&] {
    const std::span<const double> cells = started(study).log().cells();
    require_room(trials, trials_length, cells.size());
    std::copy(cells.begin(), cells.end(), trials);
  });
}

void pf_study_destroy(pf_study* study) { delete study; }

/* The C interface, used from C. Prints each test's sentence; exit status 1 where one fails. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pineforge_bench.h"

static int failures = 0;

#define CHECK(condition)                                                                        \
  do {                                                                                          \
    if (!(condition)) {                                                                         \
      ++failures;                                                                               \
      printf("  FAILED line %d: %s (last error: %s)\n", __LINE__, #condition, pf_last_error()); \
    }                                                                                           \
  } while (0)

static int error_mentions(const char* text) { return strstr(pf_last_error(), text) != NULL; }

static void the_library_says_how_it_was_built(void) {
  static const char* const keys[] = {"compiler=",           "\ncompiler_version=", "\ncmake_version=", "\nflags=",
                                     "\ninstruction_sets=", "\ninstruction_set=",  "\nsampler=fast"};
  CHECK(pf_abi_version() == PF_ABI_VERSION);
  for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) CHECK(strstr(pf_build_info(), keys[i]) != NULL);
}

static void every_problem_passes_its_check(void) {
  static const struct {
    const char* name;
    double parameters;
  } problems[] = {{"branin2", 2},   {"hartmann3", 3},       {"rosenbrock6", 6}, {"rotated_rastrigin6", 6},
                  {"mixed_log", 6}, {"million_discrete", 6}};
  for (size_t i = 0; i < sizeof problems / sizeof *problems; ++i) {
    double check[PF_CHECK_COUNT];
    CHECK(pf_problem_check(problems[i].name, check, PF_CHECK_COUNT) == PF_OK);
    CHECK(check[PF_CHECK_PARAMETERS] == problems[i].parameters);
    CHECK(fabs(check[PF_CHECK_VALUE] - check[PF_CHECK_DECLARED_OPTIMUM]) <= 2e-5);
  }
}

static void million_discrete_is_enumerated(void) {
  static const double minimizer[] = {8, 1, 6, 3, 9, 4};
  double enumeration[PF_ENUMERATION_COUNT];
  CHECK(pf_problem_enumerate("million_discrete", enumeration, PF_ENUMERATION_COUNT) == PF_OK);
  CHECK(enumeration[PF_ENUMERATION_CANDIDATES] == 1e6);
  CHECK(enumeration[PF_ENUMERATION_MINIMUM] == 0);
  CHECK(enumeration[PF_ENUMERATION_MULTIPLICITY] == 1);
  CHECK(enumeration[PF_ENUMERATION_SECOND_BEST] == 17);
  CHECK(memcmp(enumeration + PF_ENUMERATION_MINIMIZER, minimizer, sizeof minimizer) == 0);
}

static void wrong_arguments_are_refused_and_named(void) {
  double buffer[PF_ENUMERATION_COUNT];
  CHECK(pf_study_create("branin") == NULL && error_mentions("branin"));
  CHECK(pf_study_create(NULL) == NULL && error_mentions("null"));
  CHECK(pf_problem_check("none", buffer, PF_CHECK_COUNT) == PF_ERROR_ARGUMENT && error_mentions("none"));
  CHECK(pf_problem_check(NULL, buffer, PF_CHECK_COUNT) == PF_ERROR_ARGUMENT);
  CHECK(pf_problem_check("branin2", NULL, PF_CHECK_COUNT) == PF_ERROR_ARGUMENT);
  CHECK(pf_problem_check("branin2", buffer, PF_CHECK_COUNT - 1) == PF_ERROR_ARGUMENT && error_mentions("buffer"));
  CHECK(pf_problem_enumerate("branin2", buffer, PF_ENUMERATION_COUNT) == PF_ERROR_ARGUMENT &&
        error_mentions("branin2"));
  CHECK(pf_problem_enumerate("million_discrete", buffer, PF_ENUMERATION_COUNT - 1) == PF_ERROR_ARGUMENT);
  CHECK(pf_study_set_control(NULL, "seed", 1) == PF_ERROR_ARGUMENT);
  CHECK(pf_study_run(NULL, 1) == PF_ERROR_ARGUMENT);
  CHECK(pf_study_read_result(NULL, buffer, PF_RESULT_COUNT) == PF_ERROR_ARGUMENT);
  CHECK(pf_study_read_trials(NULL, buffer, PF_RESULT_COUNT) == PF_ERROR_ARGUMENT);
  pf_study_destroy(NULL);
}

static void controls_take_their_range_only(void) {
  static const struct {
    const char* control;
    double value;
    int32_t code;
  } cases[] = {{"seed", 0, PF_OK},
               {"seed", 4294967295.0, PF_OK},
               {"seed", 4294967296.0, PF_ERROR_ARGUMENT},
               {"seed", -1, PF_ERROR_ARGUMENT},
               {"seed", 1.5, PF_ERROR_ARGUMENT},
               {"seed", NAN, PF_ERROR_ARGUMENT},
               {"startup_trials", 1, PF_OK},
               {"startup_trials", 0, PF_ERROR_ARGUMENT},
               {"trials", 4294967295.0, PF_OK},
               {"trials", 0, PF_ERROR_ARGUMENT},
               {"trials", INFINITY, PF_ERROR_ARGUMENT},
               {"sampler", 0, PF_OK},
               {"sampler", 1, PF_OK},
               {"sampler", 2, PF_ERROR_ARGUMENT},
               {"instruction_set", 0, PF_OK},
               {"instruction_set", -1, PF_ERROR_ARGUMENT},
               {"instruction_set", 64, PF_ERROR_ARGUMENT},
               {"tie_order", 1, PF_OK},
               {"tie_order", 2, PF_ERROR_ARGUMENT}};
  pf_study* study = pf_study_create("branin2");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    CHECK(pf_study_set_control(study, cases[i].control, cases[i].value) == cases[i].code);
    if (cases[i].code != PF_OK) CHECK(error_mentions(cases[i].control));
  }
  CHECK(pf_study_set_control(study, "sedes", 1) == PF_ERROR_ARGUMENT && error_mentions("sedes"));
  CHECK(pf_study_set_control(study, NULL, 1) == PF_ERROR_ARGUMENT);
  pf_study_destroy(study);
}

/* Runs all of mixed_log with one control; `trials` holds 384 x 7 doubles. */
static void run_mixed_log(const char* control, double value, double* trials) {
  pf_study* study = pf_study_create("mixed_log");
  CHECK(pf_study_set_control(study, "seed", 5) == PF_OK);
  CHECK(pf_study_set_control(study, control, value) == PF_OK);
  CHECK(pf_study_run(study, 384) == PF_OK);
  CHECK(pf_study_read_trials(study, trials, 384 * 7) == PF_OK);
  pf_study_destroy(study);
}

static int instruction_set_count(void) {
  int count = 1;
  for (const char* at = strstr(pf_build_info(), "instruction_sets="); *at != '\n'; ++at) count += *at == ',';
  return count;
}

static void both_samplers_make_the_same_proposals(void) {
  static double fast[384 * 7];
  static double reference[384 * 7];
  double largest = 0;
  run_mixed_log("sampler", 1, fast);
  run_mixed_log("sampler", 0, reference);
  for (int i = 0; i < 384 * 7; ++i) largest = fmax(largest, fabs(fast[i] - reference[i]) / fmax(fabs(fast[i]), 1e-9));
  CHECK(largest > 0 && largest <= 1e-9); /* not the same to the bit: else one of them did not run */
}

static void every_instruction_set_makes_the_same_proposals_to_the_bit(void) {
  static double least[384 * 7];
  static double wider[384 * 7];
  run_mixed_log("instruction_set", 0, least);
  for (int set = 1; set < instruction_set_count(); ++set) {
    run_mixed_log("instruction_set", set, wider);
    CHECK(memcmp(least, wider, sizeof least) == 0);
  }
}

static void the_fast_sampler_has_the_stable_tie_order_only(void) {
  pf_study* study = pf_study_create("mixed_log");
  CHECK(pf_study_set_control(study, "tie_order", 1) == PF_OK);
  CHECK(pf_study_run(study, 1) == PF_ERROR_ARGUMENT && error_mentions("tie order"));
  CHECK(pf_study_set_control(study, "sampler", 0) == PF_OK);
  CHECK(pf_study_run(study, 1) == PF_OK);
  pf_study_destroy(study);
}

static void a_study_runs_in_slices_within_its_budget(void) {
  double result[PF_RESULT_COUNT];
  double trials[12 * 7];
  double best = INFINITY;
  pf_study* study = pf_study_create("million_discrete");
  CHECK(pf_study_read_result(study, result, PF_RESULT_COUNT) == PF_ERROR_STATE);
  CHECK(pf_study_read_trials(study, trials, 12 * 7) == PF_ERROR_STATE);
  CHECK(pf_study_set_control(study, "trials", 12) == PF_OK);
  CHECK(pf_study_set_control(study, "startup_trials", 4) == PF_OK);
  CHECK(pf_study_set_control(study, "seed", 17) == PF_OK);
  CHECK(pf_study_run(study, 0) == PF_ERROR_ARGUMENT);
  CHECK(pf_study_run(study, 5) == PF_OK);
  CHECK(pf_study_set_control(study, "seed", 18) == PF_ERROR_STATE);
  CHECK(pf_study_run(study, 4294967295u) == PF_OK);
  CHECK(pf_study_run(study, 1) == PF_ERROR_STATE && error_mentions("budget of 12"));

  CHECK(pf_study_read_result(study, result, PF_RESULT_COUNT - 1) == PF_ERROR_ARGUMENT);
  CHECK(pf_study_read_result(study, result, PF_RESULT_COUNT) == PF_OK);
  CHECK(result[PF_RESULT_TRIALS_DONE] == 12);
  CHECK(result[PF_RESULT_UNIQUE_CANDIDATES] + result[PF_RESULT_DUPLICATE_CANDIDATES] == 12);
  CHECK(result[PF_RESULT_BEST_HAMMING] >= 0 && result[PF_RESULT_BEST_L1] >= result[PF_RESULT_BEST_HAMMING]);
  CHECK(result[PF_RESULT_SAMPLER_NS] > 0 && result[PF_RESULT_OBJECTIVE_NS] > 0 && result[PF_RESULT_VALIDATION_NS] > 0);
  CHECK(result[PF_RESULT_SAMPLER_NS] + result[PF_RESULT_OBJECTIVE_NS] + result[PF_RESULT_VALIDATION_NS] <=
        result[PF_RESULT_WALL_NS]);

  CHECK(pf_study_read_trials(study, trials, 12 * 7 - 1) == PF_ERROR_ARGUMENT);
  CHECK(pf_study_read_trials(study, NULL, 12 * 7) == PF_ERROR_ARGUMENT);
  CHECK(pf_study_read_trials(study, trials, 12 * 7) == PF_OK);
  for (int trial = 0; trial < 12; ++trial) {
    for (int i = 0; i < 6; ++i) CHECK(trials[7 * trial + i] >= 0 && trials[7 * trial + i] <= 9);
    best = fmin(best, trials[7 * trial + 6]);
  }
  CHECK(best == result[PF_RESULT_BEST_VALUE]);
  pf_study_destroy(study);
}

static void a_continuous_study_has_no_discrete_diagnostics(void) {
  double result[PF_RESULT_COUNT];
  pf_study* study = pf_study_create("branin2");
  CHECK(pf_study_run(study, 4294967295u) == PF_OK);
  CHECK(pf_study_read_result(study, result, PF_RESULT_COUNT) == PF_OK);
  CHECK(result[PF_RESULT_TRIALS_DONE] == 128);
  CHECK(result[PF_RESULT_UNIQUE_CANDIDATES] == -1 && result[PF_RESULT_DUPLICATE_CANDIDATES] == -1);
  CHECK(result[PF_RESULT_EXACT_OPTIMUM_HITS] == 0);
  CHECK(result[PF_RESULT_BEST_HAMMING] == -1 && result[PF_RESULT_BEST_L1] == -1);
  pf_study_destroy(study);
}

static void an_error_is_one_line_of_bounded_length(void) {
  char name[2000];
  memset(name, 'x', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  name[0] = '\n';
  CHECK(pf_study_create(name) == NULL);
  CHECK(strchr(pf_last_error(), '\n') == NULL);
  CHECK(strlen(pf_last_error()) > 100 && strlen(pf_last_error()) < sizeof name);
}

int main(void) {
  static const struct {
    const char* sentence;
    void (*run)(void);
  } tests[] = {{"the library says how it was built", the_library_says_how_it_was_built},
               {"every problem passes its check", every_problem_passes_its_check},
               {"million_discrete is enumerated", million_discrete_is_enumerated},
               {"wrong arguments are refused and named", wrong_arguments_are_refused_and_named},
               {"controls take their range only", controls_take_their_range_only},
               {"both samplers make the same proposals", both_samplers_make_the_same_proposals},
               {"every instruction set makes the same proposals to the bit",
                every_instruction_set_makes_the_same_proposals_to_the_bit},
               {"the fast sampler has the stable tie order only", the_fast_sampler_has_the_stable_tie_order_only},
               {"a study runs in slices within its budget", a_study_runs_in_slices_within_its_budget},
               {"a continuous study has no discrete diagnostics", a_continuous_study_has_no_discrete_diagnostics},
               {"an error is one line of bounded length", an_error_is_one_line_of_bounded_length}};
  CHECK(strcmp(pf_last_error(), "") == 0);
  for (size_t i = 0; i < sizeof tests / sizeof *tests; ++i) {
    puts(tests[i].sentence);
    tests[i].run();
  }
  return failures == 0 ? 0 : 1;
}

/* The C interface of the native benchmark: one opaque study, scalars and double arrays. No exception crosses it.
 * Functions that return int32_t give PF_OK or a negative PF_ERROR_*; pf_last_error() then has one line of text.
 * A study belongs to one thread at a time; the message of pf_last_error() belongs to the calling thread. */
#ifndef PINEFORGE_BENCH_H
#define PINEFORGE_BENCH_H

#include <stdint.h>

#define PF_ABI_VERSION 1u

#if defined(__GNUC__)
#define PF_API __attribute__((visibility("default")))
#else
#define PF_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
  PF_OK = 0,
  PF_ERROR_ARGUMENT = -1,  /* a null pointer, an unknown name, a value out of range */
  PF_ERROR_STATE = -2,     /* the call does not fit what the study has done so far */
  PF_ERROR_OBJECTIVE = -3, /* a candidate outside the space or a non-finite objective */
  PF_ERROR_INTERNAL = -4   /* anything else, memory included */
};

/* Slots of pf_study_read_result. Times in nanoseconds of one monotonic clock; all exact below 2^53. */
enum {
  PF_RESULT_TRIALS_DONE,
  PF_RESULT_BEST_VALUE,
  PF_RESULT_SAMPLER_NS,
  PF_RESULT_OBJECTIVE_NS,
  PF_RESULT_VALIDATION_NS,
  PF_RESULT_WALL_NS,
  PF_RESULT_UNIQUE_CANDIDATES,    /* -1 outside million_discrete */
  PF_RESULT_DUPLICATE_CANDIDATES, /* -1 outside million_discrete */
  PF_RESULT_EXACT_OPTIMUM_HITS,   /* 0 outside million_discrete */
  PF_RESULT_BEST_HAMMING,         /* -1 outside million_discrete */
  PF_RESULT_BEST_L1,              /* -1 outside million_discrete */
  PF_RESULT_COUNT
};

/* Slots of pf_problem_check. */
enum { PF_CHECK_DECLARED_OPTIMUM, PF_CHECK_VALUE, PF_CHECK_PARAMETERS, PF_CHECK_COUNT };

/* Slots of pf_problem_enumerate; the minimizer's coordinates follow the last one named here. */
enum {
  PF_ENUMERATION_CANDIDATES,
  PF_ENUMERATION_MINIMUM,
  PF_ENUMERATION_MULTIPLICITY,
  PF_ENUMERATION_SECOND_BEST,
  PF_ENUMERATION_MINIMIZER,
  PF_ENUMERATION_COUNT = PF_ENUMERATION_MINIMIZER + 6
};

typedef struct pf_study pf_study;

PF_API uint32_t pf_abi_version(void);

/* Lines "key=value": compiler, compiler_version, cmake_version, flags, instruction_sets (with commas: those that this
 * build and this processor offer, the least first), and what studies use where no control says otherwise:
 * instruction_set, sampler. "" where there is no memory. */
PF_API const char* pf_build_info(void);

/* What went wrong last on this thread; "" where nothing did. Valid until the next call on this thread. */
PF_API const char* pf_last_error(void);

/* Evaluates the objective at the known optimum and checks that this lies in the declared space and within 2e-5 of the
 * declared optimum. Writes PF_CHECK_COUNT doubles. */
PF_API int32_t pf_problem_check(const char* problem, double* check, uint32_t check_length);

/* Evaluates every candidate of a finite problem (million_discrete). Writes PF_ENUMERATION_COUNT doubles. */
PF_API int32_t pf_problem_enumerate(const char* problem, double* enumeration, uint32_t enumeration_length);

/* NULL on failure. The problem carries its search space and objective. */
PF_API pf_study* pf_study_create(const char* problem);

/* Before the first trial only. Controls: "seed" (0..2^32-1), "startup_trials" (1..2^32-1), "trials" (1..2^32-1, the
 * budget), "sampler" (0 reference, 1 fast, which is the default), "tie_order" (0 stable, 1 NumPy's generic introsort;
 * reference only), "instruction_set" (the position in pf_build_info's instruction_sets, from 0; fast only, for tests:
 * every one gives the same proposals; while the first trials run no other thread may start a study). */
PF_API int32_t pf_study_set_control(pf_study* study, const char* control, double value);

/* Runs up to `trials` further trials within the budget: ask, validate, objective, tell. The clocks add up over calls;
 * the wall clock encloses the loop of each call. The first call builds the sampler, outside every clock. */
PF_API int32_t pf_study_run(pf_study* study, uint32_t trials);

/* Writes PF_RESULT_COUNT doubles. */
PF_API int32_t pf_study_read_result(const pf_study* study, double* result, uint32_t result_length);

/* Writes, per trial done, its parameters in declared order and its objective: trials x (parameters + 1) doubles. */
PF_API int32_t pf_study_read_trials(const pf_study* study, double* trials, uint64_t trials_length);

/* NULL is allowed. */
PF_API void pf_study_destroy(pf_study* study);

#ifdef __cplusplus
}
#endif

#endif

/* A library with the benchmark's C interface whose behaviour is chosen when it is compiled:
 *   cc -shared -fPIC -DABI=1 -DRUN='<statements>' -DLOAD='<statements>' misbehaving-library.c
 */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#ifndef ABI
#define ABI 1
#endif
#ifndef LOAD
#define LOAD
#endif
#ifndef RUN
#define RUN return 0
#endif

__attribute__((constructor)) static void load(void) { LOAD; }

uint32_t pf_abi_version(void) { return ABI; }
const char *pf_build_info(void) {
  return "compiler=c\ncompiler_version=1\ncmake_version=3\nflags=-DRUN=x\ninstruction_sets=x\ninstruction_set=x\n"
         "sampler=none\n";
}
const char *pf_last_error(void) { return "the objective is nan\nat trial 3"; }
int32_t pf_problem_check(const char *problem, double *check, uint32_t length) {
  (void)problem, (void)length;
  check[0] = check[1] = 0.39788735772973816;
  check[2] = 2;
  return 0;
}
int32_t pf_problem_enumerate(const char *problem, double *enumeration, uint32_t length) {
  (void)problem, (void)enumeration, (void)length;
  return -1;
}
void *pf_study_create(const char *problem) { return (void *)problem; }
int32_t pf_study_set_control(void *study, const char *control, double value) {
  (void)study, (void)control, (void)value;
  return 0;
}
int32_t pf_study_run(void *study, uint32_t trials) {
  (void)study, (void)trials;
  RUN;
}
int32_t pf_study_read_result(const void *study, double *result, uint32_t length) {
  (void)study, (void)length;
  const double values[] = {64, 0.5, 1, 1, 1, 3, -1, -1, 0, -1, -1};
  for (uint32_t i = 0; i < length; i++) result[i] = values[i];
  return 0;
}
int32_t pf_study_read_trials(const void *study, double *trials, uint64_t length) {
  (void)study;
  for (uint64_t i = 0; i < length; i++) trials[i] = 0.5;
  return 0;
}
void pf_study_destroy(void *study) { (void)study; }

// bun setup-process.ts [WHEELHOUSE]: sets up the environment and prints each step, then its interpreter or the error.
import { setUpEnvironment } from "../../../src/engines/python-env.ts";

const [, , wheelhouse = null] = process.argv;
try {
  console.log(await setUpEnvironment({ python: null, wheelhouse, onStep: (step) => console.log(`step: ${step}`) }));
} catch (error) {
  console.log((error as Error).message);
  process.exitCode = 3;
}

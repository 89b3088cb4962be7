import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { findCheckout, hideHome, storedPath } from "../../../src/provenance/checkout.ts";

let scratch: string;
let checkout: string;
beforeEach(() => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), "pineforge-checkout-")));
  checkout = join(scratch, "checkout");
  mkdirSync(join(checkout, "dist"), { recursive: true });
  mkdirSync(join(scratch, "elsewhere"));
  writeFileSync(join(checkout, "package.json"), '{ "name": "pineforge-bench" }');
  writeFileSync(join(checkout, "dist/pineforge-bench"), "");
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

describe("the checkout", () => {
  test("of a development run is this repository", () => {
    expect(findCheckout()).toBe(realpathSync(resolve(import.meta.dir, "../../..")));
  });

  test("of an executable in dist/ is the folder above, past packages of other names and broken ones", () => {
    writeFileSync(join(checkout, "dist/package.json"), "{");
    expect(findCheckout(join(checkout, "dist/pineforge-bench"))).toBe(checkout);
  });

  test("is found through a link to the executable", () => {
    symlinkSync(join(checkout, "dist/pineforge-bench"), join(scratch, "elsewhere/bench"));
    expect(findCheckout(join(scratch, "elsewhere/bench"))).toBe(checkout);
  });

  test("is null for an executable outside of any", () => {
    expect(findCheckout(join(scratch, "elsewhere/bench"))).toBe(null);
  });
});

describe("a stored path", () => {
  test.each([
    ["inside the checkout is relative to it", "checkout/results/new/a.csv", "results/new/a.csv"],
    ["inside it through a link is relative to it", "link/results/a.csv", "results/a.csv"],
    ["with .. is the one it leads to", "elsewhere/../checkout/a.csv", "a.csv"],
  ])("%s", (_, path, stored) => {
    symlinkSync(checkout, join(scratch, "link"));
    expect(storedPath(join(scratch, path), checkout)).toBe(stored);
    expect(storedPath(relative(process.cwd(), join(scratch, path)), checkout)).toBe(stored);
  });

  test.each(["elsewhere/a.csv", "checkout-2/a.csv", "a.csv"])("outside the checkout stays absolute: %s", (path) => {
    expect(storedPath(relative(process.cwd(), join(scratch, path)), checkout)).toBe(join(scratch, path));
  });

  test("that a link in the checkout leads out of it stays absolute", () => {
    symlinkSync(join(scratch, "elsewhere"), join(checkout, "results"));
    expect(storedPath(join(checkout, "results/a.csv"), checkout)).toBe(join(checkout, "results/a.csv"));
  });

  test("without a checkout is absolute", () => {
    expect(storedPath("a.csv", null)).toBe(resolve("a.csv"));
  });
});

describe("in the command", () => {
  const homes = ["/home/u", "/data/u"];
  test.each([
    ["/home/u/x.csv", "~/x.csv"],
    ["/home/u", "~"],
    ["/home/./u//x", "~/x"],
    ["/tmp/../home/u/x", "~/x"],
    ["/data/u/x", "~/x"],
    ["--output=/home/u/x y=z", "--output=~/x y=z"],
    [relative(process.cwd(), "/home/u/x"), "~/x"],
    ["/home/u/new\nline", "~/new\nline"],
  ])("a path under the home is written with ~: %j", (argument, hidden) => {
    expect(hideHome(argument, homes)).toBe(hidden);
  });

  test.each([
    "/home/user/x",
    "/home",
    "/srv/home/u/x",
    "results/x.csv",
    "../x",
    "--smoke",
    "--seeds=1,2",
    "-",
    "",
    "--output=",
  ])("anything else stays as it was given: %j", (argument) => expect(hideHome(argument, homes)).toBe(argument));

  test("the home is the one of this user", () => {
    expect(hideHome(join(homedir(), "x"))).toBe("~/x");
  });

  test("a home that is the root directory hides nothing", () => {
    const script = `import { hideHome } from "./src/provenance/checkout.ts"; console.log(hideHome("/tmp/x"));`;
    const { stdout } = Bun.spawnSync([process.execPath, "-e", script], { env: { ...process.env, HOME: "/" } });
    expect(stdout.toString()).toBe("/tmp/x\n");
  });

  test("the passwd entry's home is hidden where HOME names another", () => {
    const passwd =
      Bun.spawnSync(["getent", "passwd", String(process.getuid?.())])
        .stdout.toString()
        .split(":")[5] ?? "";
    const script = `import { hideHome } from "./src/provenance/checkout.ts"; console.log(hideHome("${passwd}/x"));`;
    const { stdout } = Bun.spawnSync([process.execPath, "-e", script], { env: { ...process.env, HOME: scratch } });
    expect(stdout.toString()).toBe("~/x\n");
  });
});

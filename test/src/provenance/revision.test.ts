import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EnvironmentError } from "../../../src/cli/exit.ts";
import { readRevision } from "../../../src/provenance/revision.ts";

const NOTHING = { revision: null, dirty: null, changes: [] };

let scratch: string;
/** No configuration of this user or host; the environment of every Git command here and of the code under test. */
let env: Record<string, string | undefined>;

beforeEach(() => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), "pineforge-revision-")));
  env = {
    PATH: process.env.PATH,
    HOME: scratch,
    GIT_CONFIG_GLOBAL: join(scratch, "gitconfig"),
    GIT_CONFIG_NOSYSTEM: "1",
  };
  git(scratch, "config", "--global", "user.name", "A");
  git(scratch, "config", "--global", "user.email", "a@example.org");
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

function git(folder: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: folder, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout.trim();
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
}

/** A repository with one commit that holds package.json. */
function committed(name = "checkout"): { folder: string; head: string } {
  const folder = join(scratch, name);
  write(folder, "package.json", `"${name}"\n`);
  write(folder, ".gitignore", "build/\n");
  git(folder, "init", "--quiet");
  git(folder, "add", ".");
  git(folder, "commit", "--quiet", "-m", "first");
  return { folder, head: git(folder, "rev-parse", "HEAD") };
}

function refusal(folder: string): string {
  try {
    readRevision(folder, env);
  } catch (error) {
    expect(error).toBeInstanceOf(EnvironmentError);
    return (error as Error).message;
  }
  throw new Error("a revision was read");
}

describe("where the source is not inside a committed checkout, the revision is null", () => {
  test("in a folder without a repository", () => {
    write(join(scratch, "plain"), "package.json", "{}\n");
    expect(readRevision(join(scratch, "plain"), env)).toEqual(NOTHING);
  });

  test("in a folder without a repository, on a host without git", () => {
    write(join(scratch, "plain"), "package.json", "{}\n");
    expect(readRevision(join(scratch, "plain"), { PATH: scratch })).toEqual(NOTHING);
  });

  test("in a repository without commits", () => {
    write(join(scratch, "empty"), "package.json", "{}\n");
    git(join(scratch, "empty"), "init", "--quiet");
    expect(readRevision(join(scratch, "empty"), env)).toEqual(NOTHING);
  });

  test("when the source was unpacked inside a foreign repository", () => {
    const { folder } = committed();
    write(join(folder, "vendor/unpacked"), "package.json", "{}\n");
    expect(readRevision(join(folder, "vendor/unpacked"), env)).toEqual(NOTHING);
  });
});

describe("in a committed checkout, revision and dirty state are those of HEAD and the worktree", () => {
  test("a clean one", () => {
    const { folder, head } = committed();
    expect(head).toMatch(/^[0-9a-f]{40}$/);
    expect(readRevision(folder, env)).toEqual({ revision: head, dirty: false, changes: [] });
  });

  test.each([
    ["a changed file", "package.json", [" M package.json"]],
    ["an untracked file", "ünew.txt", ["?? ünew.txt"]],
  ])("%s makes it dirty and is named", (_, name, changes) => {
    const { folder, head } = committed();
    write(folder, name, "changed\n");
    expect(readRevision(folder, env)).toEqual({ revision: head, dirty: true, changes });
  });

  test("a staged change makes it dirty", () => {
    const { folder } = committed();
    git(folder, "rm", "--quiet", ".gitignore");
    expect(readRevision(folder, env)).toMatchObject({ dirty: true, changes: ["D  .gitignore"] });
  });

  test("an untracked file counts where the user's configuration hides untracked files", () => {
    const { folder } = committed();
    git(folder, "config", "status.showUntrackedFiles", "no");
    write(folder, "new.txt", "");
    expect(readRevision(folder, env).dirty).toBe(true);
  });

  test("ignored output leaves it clean", () => {
    const { folder } = committed();
    write(join(folder, "build"), "embedded.json", "{}");
    expect(readRevision(folder, env).dirty).toBe(false);
  });

  test("a touched file whose content is the committed one leaves it clean, and the index is not rewritten", () => {
    const { folder } = committed();
    write(folder, "package.json", '"checkout"\n');
    const index = Bun.file(join(folder, ".git/index"));
    const before = index.lastModified;
    expect(readRevision(folder, env).dirty).toBe(false);
    expect(Bun.file(join(folder, ".git/index")).lastModified).toBe(before);
  });

  test("a detached HEAD", () => {
    const { folder, head } = committed();
    git(folder, "checkout", "--quiet", "--detach");
    expect(readRevision(folder, env)).toEqual({ revision: head, dirty: false, changes: [] });
  });

  test("a shallow clone", () => {
    const { folder } = committed();
    write(folder, "package.json", "{ }\n");
    git(folder, "commit", "--quiet", "--all", "-m", "second");
    git(scratch, "clone", "--quiet", "--depth=1", `file://${folder}`, "shallow");
    const revision = git(folder, "rev-parse", "HEAD");
    expect(readRevision(join(scratch, "shallow"), env)).toEqual({ revision, dirty: false, changes: [] });
  });

  test("a worktree, whose .git is a file", () => {
    const { folder, head } = committed();
    git(folder, "worktree", "add", "--quiet", join(scratch, "worktree"));
    expect(readRevision(join(scratch, "worktree"), env)).toEqual({ revision: head, dirty: false, changes: [] });
  });

  test("a submodule, whose revision is its own and not its parent's", () => {
    const { folder, head } = committed();
    const parent = committed("parent");
    git(parent.folder, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", folder, "module");
    git(parent.folder, "commit", "--quiet", "-m", "with a submodule");
    expect(readRevision(join(parent.folder, "module"), env)).toEqual({ revision: head, dirty: false, changes: [] });
  });

  test("a subfolder of a larger repository that holds it", () => {
    const { folder } = committed("large");
    write(join(folder, "bench"), "package.json", "{}\n");
    git(folder, "add", ".");
    git(folder, "commit", "--quiet", "-m", "with the benchmark");
    expect(readRevision(join(folder, "bench"), env).revision).toBe(git(folder, "rev-parse", "HEAD"));
  });

  test.each(["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"])(
    "%s in the environment, as a hook sets it, does not lead elsewhere",
    (variable) => {
      const { folder, head } = committed();
      const other = committed("other");
      const led = { ...env, [variable]: join(other.folder, ".git") };
      expect(readRevision(folder, led)).toEqual({ revision: head, dirty: false, changes: [] });
    },
  );
});

describe("where a repository exists but git will not say, the build stops with what to do", () => {
  test.skipIf(process.geteuid?.() !== 0)("a checkout that another user owns", () => {
    const { folder } = committed();
    chownSync(folder, 12345, 12345);
    chownSync(join(folder, ".git"), 12345, 12345);
    const message = refusal(folder);
    expect(message).toContain("dubious ownership");
    expect(message).toEndWith(`run: git config --global --add safe.directory ${folder}`);
  });

  test.skipIf(process.geteuid?.() !== 0)("what it advises for such a checkout works", () => {
    const { folder, head } = committed();
    chownSync(folder, 12345, 12345);
    git(scratch, ...(refusal(folder).split("run: git ")[1] ?? "").split(" "));
    expect(readRevision(folder, env).revision).toBe(head);
  });

  test("a host without git", () => {
    const { folder } = committed();
    env = { ...env, PATH: join(scratch, "nothing") };
    expect(refusal(folder)).toEndWith("install git");
  });

  test("a HEAD that is no reference", () => {
    const { folder } = committed();
    write(join(folder, ".git"), "HEAD", "nonsense\n");
    expect(refusal(folder)).toEndWith(`or remove ${folder}/.git to build without a revision`);
  });

  test("a branch that names no commit", () => {
    const { folder } = committed();
    write(join(folder, ".git"), git(folder, "symbolic-ref", "HEAD"), "nonsense\n");
    expect(refusal(folder)).toContain("No such ref: HEAD");
  });

  test("a HEAD whose commit is missing", () => {
    const { folder, head } = committed();
    rmSync(join(folder, ".git/objects", head.slice(0, 2)), { recursive: true });
    expect(refusal(folder)).toContain("repair the repository");
  });

  test("a worktree whose repository is gone", () => {
    const { folder } = committed();
    git(folder, "worktree", "add", "--quiet", join(scratch, "worktree"));
    rmSync(folder, { recursive: true });
    expect(refusal(join(scratch, "worktree"))).toContain("not a git repository");
  });

  test("every refusal is one line", () => {
    const { folder } = committed();
    write(join(folder, ".git"), "config", "[broken\n");
    expect(refusal(folder)).not.toContain("\n");
  });
});

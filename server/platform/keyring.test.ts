import type * as fs from "node:fs";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

// Holds decision 0040.

/** File operations, in order. */
const steps: string[] = [];

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  const opened = new Map<number, string>();
  const nameOf = (file: fs.PathOrFileDescriptor) =>
    path
      .basename(typeof file === "number" ? (opened.get(file) ?? "") : String(file))
      .replace(/^secret-key\..+/, "temporary")
      .replace(/^assay-keys-.*/, "folder");
  const recorded =
    <A extends [fs.PathOrFileDescriptor, ...unknown[]], R>(name: string, step: (...args: A) => R) =>
    (...args: A): R => {
      steps.push(`${name} ${nameOf(args[0])}`);
      return step(...args);
    };
  return {
    ...real,
    openSync: (...args: Parameters<typeof fs.openSync>) => {
      const handle = real.openSync(...args);
      opened.set(handle, String(args[0]));
      return handle;
    },
    writeSync: recorded("write", (handle: number, text: string) => real.writeSync(handle, text)),
    writeFileSync: recorded("write", real.writeFileSync),
    fsyncSync: recorded("sync", real.fsyncSync),
    renameSync: recorded("rename", real.renameSync),
    linkSync: recorded("rename", real.linkSync),
  };
});

const OLD = "an old key of this deployment, long enough";
let folder = "";
const file = () => path.join(folder, "secret-key");

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "assay-keys-"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** The keyring module of a new process. */
function newProcess(variables: Record<string, string> = {}) {
  vi.resetModules();
  for (const [name, value] of Object.entries({ SECRET_KEY: "", DATA_DIR: folder, ...variables }))
    vi.stubEnv(name, value);
  return import("./keyring");
}

test("the first key is written whole, readable only by its owner, and no temporary file remains", async () => {
  const { createKeyFile, keyring } = await newProcess();
  expect(keyring()).toEqual([]);
  createKeyFile();
  expect(readdirSync(folder)).toEqual(["secret-key"]);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(keyring()).toEqual([
    { id: expect.stringMatching(/^[0-9a-f]{16}$/), secret: readFileSync(file(), "utf8") },
  ]);
});

test.each([
  ["a first key", "createKeyFile"],
  ["a replaced key", "writeKeyFile"],
] as const)("%s is written to a temporary file and synced before it is renamed", async (_, write) => {
  const { newKey, ...keys } = await newProcess();
  steps.length = 0;
  keys[write]([newKey()]);
  expect(steps).toEqual(["write temporary", "sync temporary", "rename temporary", "sync folder"]);
  expect(readdirSync(folder)).toEqual(["secret-key"]);
});

test("processes that make the first key concurrently agree on one", async () => {
  const [one, other] = [await newProcess(), await newProcess()];
  expect([one.keyring(), other.keyring()]).toEqual([[], []]);
  one.createKeyFile();
  other.createKeyFile();
  expect(other.keyring()).toEqual(one.keyring());
  expect(one.keyring()).toHaveLength(1);
});

test.each([
  ["empty", "", /is empty/],
  ["blank", " \n", /is empty/],
  ["too short", "abc", /has fewer than 32 characters/],
  ["cut off", '["abcdefghijklmnopqrstuvwxyzabcdefgh', /is damaged/],
  ["without keys", "[]", /is damaged/],
  ["with a short key", '["abc"]', /is damaged/],
])("a key file that is %s is refused in one line and stays", async (_, text, reason) => {
  writeFileSync(file(), text);
  const { keyring, createKeyFile } = await newProcess();
  expect(() => keyring()).toThrow(reason);
  expect(() => keyring()).toThrow(/^[^\n]*$/);
  createKeyFile();
  expect(readFileSync(file(), "utf8")).toBe(text);
});

test("a key file that cannot be read is refused in one line", async () => {
  mkdirSync(file());
  expect((await newProcess()).keyring).toThrow(/^The secret key in \S+ cannot be read \(EISDIR\)\.$/);
});

test("a key that cannot be written is refused in one line", async () => {
  writeFileSync(path.join(folder, "in-the-way"), "");
  const { createKeyFile } = await newProcess({ DATA_DIR: path.join(folder, "in-the-way", "data") });
  expect(createKeyFile).toThrow(/^The secret key cannot be written to \S+ \(ENOTDIR\)\.$/);
});

test("a key file of an earlier release is one key, byte for byte", async () => {
  writeFileSync(file(), `${OLD}\n`);
  const [key] = (await newProcess()).keyring();
  expect(key?.secret).toBe(`${OLD}\n`);
});

test("a replaced file has all keys, and other processes find an added key", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  writeFileSync(file(), OLD);
  const other = await newProcess();
  const before = other.keyring();
  const { writeKeyFile, keyring, newKey } = await newProcess();
  const added = newKey();
  chmodSync(file(), 0o600);
  writeKeyFile([...keyring(), added]);
  expect(keyring().map(({ id }) => id)).toEqual([before[0]?.id, added.id]);
  expect(readdirSync(folder)).toEqual(["secret-key"]);
  vi.advanceTimersByTime(2_000);
  expect(other.keyWithId(added.id)).toEqual(added);
  expect(other.keyWithId("0123456789abcdef")).toBeUndefined();
});

test("with SECRET_KEY and SECRET_KEY_OTHERS the file is not read", async () => {
  writeFileSync(file(), "");
  const SECRET_KEY_OTHERS = `${"a".repeat(40)},${"b".repeat(40)}`;
  const { keyring } = await newProcess({ SECRET_KEY: OLD, SECRET_KEY_OTHERS });
  expect(keyring().map(({ secret }) => secret)).toEqual([OLD, "a".repeat(40), "b".repeat(40)]);
  await expect(newProcess({ SECRET_KEY_OTHERS })).rejects.toThrow(
    "SECRET_KEY: is needed with SECRET_KEY_OTHERS",
  );
  await expect(newProcess({ SECRET_KEY: OLD, SECRET_KEY_OTHERS: "short" })).rejects.toThrow(
    "SECRET_KEY_OTHERS",
  );
});

import { type ExecFileException, execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { z } from "zod";

// Holds decision 0040.

const Scripts = z.object({ scripts: z.record(z.string(), z.string()) });
/** Third-party tools with their own usage, and scripts that only npm calls. */
const OTHERS = ["format", "db:generate", "postinstall"];

let folder = "";
test.beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "assay-commands-"));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  code: number | string;
  out: string;
  err: string;
}

/** Run the command of a script with its own data directory, without npm, which would double the time. */
function run(script: string, args: string[], settings: Record<string, string> = {}): Promise<Ended> {
  const { scripts } = Scripts.parse(JSON.parse(readFileSync("package.json", "utf8")));
  const [, ...own] = (scripts[script] ?? "").replace(/^exec /, "").split(" ");
  return runNode([...own, ...args], settings);
}

function runNode(args: string[], settings: Record<string, string>): Promise<Ended> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    DATABASE_URL: "",
    SECRET_KEY: "",
    DATA_DIR: dataDir(),
    ...settings,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error: ExecFileException | null, out, err) =>
      resolve({ code: error ? (error.code ?? "killed") : 0, out, err }),
    );
  });
}

const dataDir = () => path.join(folder, "data");
/** Lines on stderr without progress, which ends in three dots or with a duration. */
const lines = ({ err }: Ended) =>
  err
    .trim()
    .split("\n")
    .filter((line) => !/ \.\.\.$| done in | ready \(|(starting|creating) the database/.test(line));

const names = Object.keys(Scripts.parse(JSON.parse(readFileSync("package.json", "utf8"))).scripts).filter(
  (name) => !OTHERS.includes(name),
);

for (const name of names)
  test(`npm run ${name}: --help prints the usage and starts nothing; an unknown option is one line`, async () => {
    const [help, unknown] = await Promise.all([run(name, ["--help"]), run(name, ["--nonsense"])]);
    expect([help.code, help.out.startsWith("usage: npm "), help.err]).toEqual([0, true, ""]);
    expect([unknown.code, unknown.out, lines(unknown)]).toEqual([
      2,
      "",
      [expect.stringMatching(/^\[assay\] Unknown option '--nonsense'/)],
    ]);
    expect(existsSync(dataDir())).toBe(false);
  });

const one = (pattern: RegExp) => [1, "", [expect.stringMatching(pattern)]];
const outcomeOf = (ended: Ended) => [ended.code, ended.out, lines(ended)];

test("a start that fails prints one line without a stack and exits with 1", async () => {
  const PORT = "0";
  const file = path.join(folder, "a-file");
  writeFileSync(file, "");
  const cases: [Record<string, string>, RegExp][] = [
    [{ PORT, HOST: "256.1.1.1" }, /Port 0 cannot be used: /],
    [{ PORT, PUBLIC_BASE_URL: "assay" }, /The configuration is not valid: PUBLIC_BASE_URL: /],
    [{ PORT, LOG_LEVEL: "loud", SECRET_KEY: "short" }, /is not valid: .*SECRET_KEY: .*; LOG_LEVEL: /],
    [
      { PORT, DATA_DIR: path.join(file, "data") },
      /DATABASE_URL may name another one: The data folder \S+ cannot be created or written to \(ENOTDIR/,
    ],
    [
      { PORT, DATA_DIR: "/sys/assay" },
      /The data folder \S+ cannot be created or written to \(E(PERM|ROFS|ACCES)/,
    ],
    [{ PORT, DATABASE_URL: "mysql://db.example/assay" }, /is not valid: DATABASE_URL: /],
    [
      { PORT, DATABASE_URL: "postgres://ann:geheim@127.0.0.1:1/assay" },
      /The database 127\.0\.0\.1:1\/assay of DATABASE_URL cannot be used: .*ECONNREFUSED/,
    ],
  ];
  for (const [env, reason] of cases) {
    const ended = await run("start", [], env);
    expect(outcomeOf(ended)).toEqual(one(reason));
    expect(ended.err).not.toContain("geheim");
  }
  expect(outcomeOf(await run("producer", ["create", "--name", "x"], { RATE_LIMITS: "no" }))).toEqual(
    one(/The configuration is not valid: RATE_LIMITS: /),
  );
});

const BAD_SETTINGS: Record<string, string>[] = [
  { PORT: "abc" },
  { DATABASE_URL: "nonsense" },
  { SMTP_URL: "bad" },
];
for (const settings of BAD_SETTINGS)
  test(`${Object.entries(settings).join()}: npm start, the bare server and npm run dev end with the same line`, async () => {
    const env = { PORT: "0", ...settings };
    const [name] = Object.keys(settings);
    const starts = [
      await run("start", [], env),
      await runNode(["dist/main.mjs"], env),
      await run("dev", [], env),
    ];
    const [first = ""] = starts.flatMap(lines);
    expect(first).toMatch(new RegExp(`^\\[assay\\] The configuration is not valid: ${name}: must be `));
    expect(starts.map(outcomeOf)).toEqual(Array(3).fill([1, "", [first]]));
    expect(existsSync(dataDir())).toBe(false);
  });

test("the build writes a CycloneDX bill of materials beside the bundle", () => {
  const bill = z.object({
    bomFormat: z.literal("CycloneDX"),
    components: z.array(z.object({ purl: z.string().startsWith("pkg:npm/") })).min(100),
  });
  bill.parse(JSON.parse(readFileSync("dist/sbom.json", "utf8")));
  // From this build, not from an earlier one.
  expect(statSync("dist/sbom.json").mtimeMs).toBeGreaterThanOrEqual(statSync("dist/main.mjs").mtimeMs);
});

test("an occupied port is one line and exit code 1", async () => {
  const server = createServer().listen(0);
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  expect(outcomeOf(await run("start", [], { PORT: String(port) }))).toEqual(
    one(new RegExp(`Port ${port} is in use`)),
  );
  server.close();
});

const Keys = z.object({ keys: z.array(z.object({ id: z.string(), state: z.string() })) });
const listed = ({ out }: Ended) => Keys.parse(JSON.parse(out)).keys.map(({ id, state }) => [id, state]);

test("keys are created, listed, rotated and removed; a start without the right key is refused in one line", async () => {
  test.slow();
  const env = { DATA_DIR: path.join(folder, "keys"), PORT: "0" };
  const keyFile = path.join(env.DATA_DIR, "secret-key");
  expect((await run("producer", ["create", "--name", "x", "--json"], env)).code).toBe(0);
  const [first] = listed(await run("key", ["list", "--json"], env));
  expect(first).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), "current"]);
  const rotated = z
    .object({ current: z.string(), before: z.string(), resealed: z.number() })
    .parse(JSON.parse((await run("key", ["rotate", "--json"], env)).out));
  expect(rotated).toMatchObject({ before: first?.[0], resealed: 0 });
  expect(listed(await run("key", ["list", "--json"], env))).toEqual([
    [rotated.current, "current"],
    [rotated.before, "older"],
  ]);
  expect(outcomeOf(await run("key", ["remove", rotated.before], env))).toEqual(
    one(/cannot be removed: it is used for the device hashes/),
  );

  writeFileSync(keyFile, "another key, which is long enough for one");
  expect(outcomeOf(await run("start", [], env))).toEqual(
    one(/secret key of \S+ is not the key of this database/),
  );
  expect((await run("key", ["list"], env)).out).toContain("missing");
  rmSync(keyFile);
  expect(outcomeOf(await run("start", [], env))).toEqual(
    one(/The secret key is missing: there is no \S+secret-key\./),
  );
  expect(existsSync(keyFile)).toBe(false);
  const lost = JSON.parse((await run("key", ["replace-lost", "--json"], env)).out);
  expect(lost).toEqual({
    lost: expect.arrayContaining([rotated.current, rotated.before]),
    current: expect.any(String),
  });
  expect((await run("history", ["check"], env)).code).toBe(0);
});

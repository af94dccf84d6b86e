import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";

const SCRIPT = path.resolve("server/testing/scale-hostile.ts");
const MIB = 1024 * 1024;

const Grown = z.object({ files: z.number(), pictures: z.number(), grownBy: z.number() });

test("all hostile images together take less than 512 MB", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", SCRIPT, "1"]);
  const { files, pictures, grownBy } = Grown.parse(JSON.parse(stdout));
  expect(files).toBeGreaterThan(200);
  expect(pictures).toBeGreaterThan(100);
  expect(grownBy).toBeLessThan(512 * MIB);
}, 240_000);

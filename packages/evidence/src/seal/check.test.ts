import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { checkPack } from "./check";
import { FILES, historyPath } from "./files";
import { publicKeyOf, toPem } from "./signature";
import { sumLine } from "./sums";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const key = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
const sumOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** Checks a signed pack of these files. */
async function faultsOf(contents: Record<string, string>) {
  const list = Object.entries(contents)
    .map(([path, text]) => sumLine({ path, sha256: sumOf(text) }))
    .join("");
  const files = new Map<string, Uint8Array>([
    ...Object.entries(contents).map(([path, text]) => [path, Buffer.from(text)] as const),
    [FILES.sums, Buffer.from(list)],
    [FILES.signature, sign(null, Buffer.from(list), privateKey)],
    [FILES.key, Buffer.from(toPem(key))],
  ]);
  const read = async (path: string) => files.get(path) ?? new Uint8Array();
  return (await checkPack({ paths: [...files.keys()], read }, [await publicKeyOf(key)])).faults;
}

const at = (position: number) => historyPath("item-00001", position);
const entry = (before: string | null, text: string) => JSON.stringify([before, text]);
const first = entry(null, "created");
const second = entry(sumOf(first), "modified");
const third = entry(sumOf(second), "modified");

test("a whole history, and one that begins with a later entry", async () => {
  expect(await faultsOf({ [at(1)]: first, [at(2)]: second, [at(3)]: third })).toEqual([]);
  expect(await faultsOf({ [at(2)]: second, [at(3)]: third })).toEqual([]);
});

test.each([
  ["a gap", { [at(1)]: first, [at(3)]: third }, at(3)],
  ["another entry before", { [at(1)]: entry(null, "made up"), [at(2)]: second }, at(2)],
  ["a first entry that names one before", { [at(1)]: second }, at(1)],
  ["a later entry that names none", { [at(2)]: first }, at(2)],
  ["no entry", { [at(1)]: "no JSON" }, at(1)],
])("a history with %s is named, even in a signed pack", async (_, files, path) => {
  expect(await faultsOf(files)).toEqual([{ path, kind: "unlinked" }]);
});

test("facts that are no JSON are none", async () => {
  expect(await faultsOf({ [FILES.facts]: "no JSON" })).toEqual([]);
});

afterEach(() => vi.restoreAllMocks());

test("a runtime without Ed25519 calls no pack changed: the check ends with its error", async () => {
  vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(new DOMException("none", "NotSupportedError"));
  await expect(faultsOf({ [at(1)]: first })).rejects.toThrow("none");
});

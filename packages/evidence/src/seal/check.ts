import { entryAt, FILES, UNLISTED } from "./files";
import { sha256, toHex } from "./hex";
import { bytesOfKey, fromPem, isSameKey, isSignedBy, type PublicKey, publicKeyOf } from "./signature";
import { readSums, type Sum } from "./sums";
import { readTimestamp, type Timestamp } from "./timestamp";

/** An opened pack. */
export interface PackFiles {
  paths: readonly string[];
  /** @throws for a file whose bytes cannot be read */
  read(path: string): Promise<Uint8Array>;
}

export type FaultKind =
  | "missing"
  | "changed"
  | "added"
  /** A line of the list that is none. */
  | "malformed"
  /** An entry of a history that does not name the hash of the one before. */
  | "unlinked"
  /** The list and its signature do not belong together. */
  | "unsigned"
  /** Signed with a key that the service has not published. */
  | "unknownKey"
  /** A time stamp of something else, or with another signature than its authority's. */
  | "untimed";

export interface Fault {
  path: string;
  kind: FaultKind;
}

export interface Checked {
  faults: Fault[];
  files: number;
  bytes: number;
  /** The id of the key that signed; undefined without a signature that holds. */
  keyId: string | undefined;
  timestamp: Timestamp | undefined;
  /** `pack.json`, if it is as signed. */
  facts: unknown;
  /** Records that were not as stored when the pack was made. */
  recorded: Fault[];
}

const decoder = new TextDecoder();

const isFault = (one: unknown): one is Fault =>
  typeof one === "object" && one !== null && "path" in one && typeof one.path === "string" && "kind" in one;

/** The faults that the pack itself tells of. */
function faultsIn(facts: unknown): Fault[] {
  const listed: unknown =
    typeof facts === "object" && facts !== null && "faults" in facts ? facts.faults : [];
  return Array.isArray(listed) ? listed.filter(isFault) : [];
}

/** Checks the signature of the list, with the enclosed key and the published ones. */
async function checkSignature(
  read: (path: string) => Promise<Uint8Array | undefined>,
  sums: Uint8Array,
  published: readonly PublicKey[],
): Promise<{ keyId?: string; faults: Fault[] }> {
  const pem = await read(FILES.key);
  const signature = await read(FILES.signature);
  if (!pem || !signature) return { faults: [] };
  const key = fromPem(decoder.decode(pem));
  for (const known of published) {
    const bytes = bytesOfKey(known);
    if (!bytes || !(await isSignedBy(bytes, signature, sums))) continue;
    const faults: Fault[] = key && isSameKey(key, bytes) ? [] : [{ path: FILES.key, kind: "changed" }];
    return { keyId: known.kid, faults };
  }
  if (key && (await isSignedBy(key, signature, sums)))
    return { keyId: (await publicKeyOf(key)).kid, faults: [{ path: FILES.key, kind: "unknownKey" }] };
  return { faults: [{ path: FILES.signature, kind: "unsigned" }] };
}

async function checkTimestamp(answer: Uint8Array | undefined, sums: Uint8Array) {
  if (!answer) return { timestamp: undefined, faults: [] };
  const fault: Fault = { path: FILES.timestamp, kind: "untimed" };
  try {
    const timestamp = await readTimestamp(answer, sums);
    return { timestamp, faults: timestamp.isValid ? [] : [fault] };
  } catch {
    return { timestamp: undefined, faults: [fault] };
  }
}

/** The value in a file; undefined for what is no JSON. */
function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

/** The hash that an entry names as the one before; null for the first, undefined for what is no entry. */
function hashBefore(bytes: Uint8Array): string | null | undefined {
  const entry = jsonIn(bytes);
  const before: unknown = Array.isArray(entry) ? entry[0] : undefined;
  return before === null || typeof before === "string" ? before : undefined;
}

/** Checks a listed file; `before` is the file before it in the list. */
async function checkFile(files: PackFiles, { path, sha256: listed }: Sum, before: Sum | undefined) {
  let bytes: Uint8Array;
  try {
    bytes = await files.read(path);
  } catch {
    // The archive's own checksum does not fit, or its bytes cannot be unpacked.
    return { kind: "changed" as const, bytes: undefined };
  }
  if (toHex(await sha256(bytes)) !== listed) return { kind: "changed" as const, bytes };
  const entry = entryAt(path);
  if (!entry) return { kind: undefined, bytes };
  const earlier = before && entryAt(before.path);
  const named = hashBefore(bytes);
  const isLinked =
    earlier?.item === entry.item
      ? earlier.position === entry.position - 1 && named === before?.sha256
      : // A pack may begin with a later entry, which names one that the pack does not have.
        entry.position === 1
        ? named === null
        : typeof named === "string";
  return { kind: isLinked ? undefined : ("unlinked" as const), bytes };
}

/**
 * Checks a pack: each file by the list, the chain of each history, the signature of the list by the published keys, and its
 * time stamp. Names each fault. Holds one file in memory.
 *
 * @throws where the runtime cannot check signatures
 */
export async function checkPack(
  files: PackFiles,
  published: readonly PublicKey[],
  onProgress: (done: number, total: number) => void = () => {},
): Promise<Checked> {
  const there = new Set(files.paths);
  const faults: Fault[] = [];
  const readUnlisted = async (path: string) => {
    try {
      if (there.has(path)) return await files.read(path);
      if (path !== FILES.timestamp) faults.push({ path, kind: "missing" });
    } catch {
      faults.push({ path, kind: "changed" });
    }
    return undefined;
  };
  const list = (await readUnlisted(FILES.sums)) ?? new Uint8Array();
  const signed = await checkSignature(readUnlisted, list, published);
  const timed = await checkTimestamp(await readUnlisted(FILES.timestamp), list);
  faults.push(...signed.faults, ...timed.faults);

  const { sums, faulty } = readSums(decoder.decode(list));
  for (const line of faulty) faults.push({ path: `${FILES.sums}:${line}`, kind: "malformed" });
  const listed = new Set(sums.map(({ path }) => path));
  for (const path of files.paths)
    if (!listed.has(path) && !UNLISTED.has(path)) faults.push({ path, kind: "added" });

  let size = 0;
  let facts: unknown;
  for (const [index, sum] of sums.entries()) {
    onProgress(index, sums.length);
    if (!there.has(sum.path)) {
      faults.push({ path: sum.path, kind: "missing" });
      continue;
    }
    const { kind, bytes } = await checkFile(files, sum, sums[index - 1]);
    size += bytes?.byteLength ?? 0;
    if (kind) faults.push({ path: sum.path, kind });
    else if (sum.path === FILES.facts && bytes) facts = jsonIn(bytes);
  }
  onProgress(sums.length, sums.length);
  return {
    faults,
    files: files.paths.length,
    bytes: size,
    keyId: signed.keyId,
    timestamp: timed.timestamp,
    facts,
    recorded: faultsIn(facts),
  };
}

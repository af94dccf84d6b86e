import { closeSync, openSync, readSync, writeSync } from "node:fs";
import path from "node:path";
import { LRUCache } from "lru-cache";
import { SpreadsheetFault } from "../fault";
import { MAX_CELL_BYTES, MAX_SHARED_STRINGS_BYTES, MAX_SHARED_STRINGS_ELEMENTS } from "../limits";
import type { Scratch } from "../source";
import type { Archive } from "./archive";
import { decodeEscapes } from "./escapes";
import { readXml } from "./xml";

const MAX_BLOCK_STRINGS = 128;
const MAX_BLOCK_LENGTH = 64 * 1024;
const MAX_CACHED_BYTES = 4 * 1024 * 1024;

/** The texts that a workbook holds once for all cells. */
export interface SharedStrings {
  get(index: number): string | undefined;
  close(): void;
}

/** Runs of strings in the temporary file, each a JSON array: the first index and the offset of each run. */
interface Blocks {
  firsts: number[];
  offsets: number[];
}

/**
 * Moves the shared strings into a temporary file; only blocks in use stay in memory.
 * @throws {SpreadsheetFault} `zipBomb` for too many bytes or elements
 */
export async function readSharedStrings(
  archive: Archive,
  part: string,
  scratch: Scratch,
  maxElements = MAX_SHARED_STRINGS_ELEMENTS,
): Promise<SharedStrings> {
  const file = openSync(path.join(scratch.folder, "strings"), "wx+", 0o600);
  const blocks: Blocks = { firsts: [0], offsets: [0] };
  let strings: string[] = [];
  let [first, offset, length] = [0, 0, 0];
  const flush = () => {
    first += strings.length;
    offset += writeSync(file, JSON.stringify(strings), offset);
    blocks.firsts.push(first);
    blocks.offsets.push(offset);
    [strings, length] = [[], 0];
  };
  try {
    await readXml(
      archive.read(part, MAX_SHARED_STRINGS_BYTES),
      stringItems((text) => {
        strings.push(text);
        length += text.length;
        if (strings.length === MAX_BLOCK_STRINGS || length > MAX_BLOCK_LENGTH) flush();
      }, maxElements),
    );
    flush();
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return lookup(file, blocks);
}

function lookup(file: number, { firsts, offsets }: Blocks): SharedStrings {
  const cache = new LRUCache<number, string[]>({ maxSize: MAX_CACHED_BYTES });
  const load = (block: number): string[] => {
    const bytes = Buffer.alloc((offsets[block + 1] ?? 0) - (offsets[block] ?? 0));
    readSync(file, bytes, 0, bytes.length, offsets[block] ?? 0);
    const strings: string[] = JSON.parse(bytes.toString());
    cache.set(block, strings, { size: bytes.length });
    return strings;
  };
  return {
    get(index) {
      const block = findBlock(firsts, index);
      if (block === undefined) return undefined;
      return (cache.get(block) ?? load(block))[index - (firsts[block] ?? 0)];
    },
    close: () => closeSync(file),
  };
}

/** The block with an index, by halving. The last entry of `firsts` is the number of all strings. */
function findBlock(firsts: number[], index: number): number | undefined {
  let [low, high] = [0, firsts.length - 1];
  if (!(index >= 0 && index < (firsts[high] ?? 0))) return undefined;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((firsts[middle] ?? 0) <= index) low = middle;
    else high = middle;
  }
  return low;
}

/** Hands over the text of each string item: of all its runs, without phonetic hints. */
function stringItems(add: (text: string) => void, maxElements: number) {
  let elements = 0;
  let text = "";
  let isText = false;
  let isHint = false;
  return {
    open(name: string) {
      if (++elements > maxElements) throw new SpreadsheetFault("zipBomb");
      if (name === "si") text = "";
      if (name === "rPh") isHint = true;
      isText = name === "t" && !isHint;
    },
    text(part: string) {
      // A longer text is a problem of its cell, which its start shows as well.
      if (isText && text.length <= MAX_CELL_BYTES) text += part;
    },
    close(name: string) {
      if (name === "rPh") isHint = false;
      if (name === "si") add(decodeEscapes(text));
      isText = false;
    },
  };
}

import { closeSync, openSync, readSync, writeSync } from "node:fs";
import path from "node:path";
import { LRUCache } from "lru-cache";
import { MAX_CELL_BYTES, MAX_PART_BYTES } from "../limits";
import type { Scratch } from "../source";
import type { Archive } from "./archive";
import { decodeEscapes } from "./escapes";
import { readXml } from "./xml";

const MAX_BLOCK_STRINGS = 64;
const MAX_BLOCK_LENGTH = 64 * 1024;
const MAX_CACHED_BYTES = 8 * 1024 * 1024;

/** The texts that a workbook holds once for all cells. */
export interface SharedStrings {
  get(index: number): string | undefined;
  close(): void;
}

/** A run of strings in the temporary file, as a JSON array. */
interface Block {
  first: number;
  offset: number;
  length: number;
}

/** Moves the shared strings into a temporary file; only blocks in use stay in memory. */
export async function readSharedStrings(
  archive: Archive,
  part: string,
  scratch: Scratch,
): Promise<SharedStrings> {
  const file = openSync(path.join(scratch.folder, "strings"), "wx+", 0o600);
  const blocks: Block[] = [];
  let strings: string[] = [];
  let [first, offset, length] = [0, 0, 0];
  const flush = () => {
    const bytes = Buffer.from(JSON.stringify(strings));
    writeSync(file, bytes, 0, bytes.length, offset);
    blocks.push({ first, offset, length: bytes.length });
    first += strings.length;
    offset += bytes.length;
    [strings, length] = [[], 0];
  };
  try {
    await readXml(
      archive.read(part, MAX_PART_BYTES),
      stringItems((text) => {
        length += strings.push(text) && text.length;
        if (strings.length === MAX_BLOCK_STRINGS || length > MAX_BLOCK_LENGTH) flush();
      }),
    );
    flush();
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return lookup(file, blocks);
}

function lookup(file: number, blocks: Block[]): SharedStrings {
  const cache = new LRUCache<Block, string[]>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (_, { length }) => length,
  });
  return {
    get(index) {
      const block = blockOf(blocks, index);
      if (!block) return undefined;
      let strings = cache.get(block);
      if (!strings) {
        const bytes = Buffer.alloc(block.length);
        readSync(file, bytes, 0, block.length, block.offset);
        const read: string[] = JSON.parse(bytes.toString());
        strings = read;
        cache.set(block, strings);
      }
      return strings[index - block.first];
    },
    close: () => closeSync(file),
  };
}

/** The last block that begins at or before an index. */
function blockOf(blocks: Block[], index: number): Block | undefined {
  let [low, high] = [0, blocks.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((blocks[middle]?.first ?? 0) <= index) low = middle;
    else high = middle;
  }
  return blocks[low];
}

/** Hands over the text of each string item: of all its runs, without phonetic hints. */
function stringItems(add: (text: string) => void) {
  let text = "";
  let isText = false;
  let isHint = false;
  return {
    open(name: string) {
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

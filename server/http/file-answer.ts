import { create } from "content-disposition";
import fresh from "fresh";
import parseRange from "range-parser";
import type { BodyAnswer } from "./respond";

/** A range of bytes in a file, both ends inclusive. */
export interface FileRange {
  start: number;
  end: number;
}

interface FileFacts {
  contentType: string;
  /** Bytes. */
  size: number;
  /** Identifies the exact bytes. Letters, digits, `-`, `_` and `.`. */
  version: string;
  /** Whether shared caches may store a copy; every cache revalidates before use. */
  cache: "public" | "private";
  /** Whether browsers display or only save the file. */
  disposition: "inline" | "attachment";
  name?: string | null;
  read(range?: FileRange): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>>;
}

/** The answer of a call that sends a file. */
export class SentFile {
  constructor(readonly facts: FileFacts) {}
}

/** Proxies limit the size of headers, and each character may take nine bytes encoded. */
const MAX_NAME_CHARACTERS = 200;

/** A browser that opens the file runs no script in it and makes no requests for it. */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

function headersOf(file: FileFacts): Record<string, string> {
  return {
    "content-type": file.contentType,
    etag: `"${file.version}"`,
    "cache-control": `${file.cache}, no-cache, no-transform`,
    "accept-ranges": "bytes",
    "content-disposition": file.name
      ? create(file.name.slice(0, MAX_NAME_CHARACTERS).toWellFormed(), { type: file.disposition })
      : file.disposition,
    "content-security-policy": SANDBOX,
    "cross-origin-resource-policy": "cross-origin",
  };
}

/** The requested range; undefined for the whole file, several ranges, or a range outside the file. */
function rangeOf(request: Headers, file: FileFacts, etag: string): FileRange | undefined {
  const wanted = request.get("range");
  const condition = request.get("if-range");
  if (wanted === null || (condition !== null && condition !== etag)) return undefined;
  const ranges = parseRange(file.size, wanted, { combine: true });
  if (typeof ranges === "number" || ranges.type !== "bytes" || ranges.length !== 1) return undefined;
  return ranges[0];
}

/** The answer with a file (200), a range of it (206), or no body if the caller's copy is current (304). */
export async function fileAnswer({ facts: file }: SentFile, request: Headers): Promise<BodyAnswer> {
  const headers = headersOf(file);
  const etag = headers.etag ?? "";
  const condition = request.get("if-none-match");
  if (condition !== null && fresh({ "if-none-match": condition }, { etag })) {
    return { status: 304, headers, body: null };
  }
  const range = rangeOf(request, file, etag);
  const body = await file.read(range);
  headers["content-length"] = String(range ? range.end - range.start + 1 : file.size);
  if (range) headers["content-range"] = `bytes ${range.start}-${range.end}/${file.size}`;
  return { status: range ? 206 : 200, headers, body };
}

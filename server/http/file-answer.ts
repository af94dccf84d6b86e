import { create } from "content-disposition";
import fresh from "fresh";
import parseRange from "range-parser";
import type { BodyAnswer } from "./respond";

/** A part of a file, both ends inclusive, in bytes. */
export interface FileRange {
  start: number;
  end: number;
}

interface FileFacts {
  contentType: string;
  /** Bytes. */
  size: number;
  /** Names these very bytes: other bytes have another one. Letters, digits, `-`, `_` and `.`. */
  version: string;
  /** Whether others than the caller may keep a copy; all ask again before they use it. */
  cache: "public" | "private";
  /** Shown by browsers as it is, or only ever saved. */
  disposition: "inline" | "attachment";
  name?: string | null;
  read(range?: FileRange): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>>;
}

/** A file as a call answers it. */
export class SentFile {
  constructor(readonly facts: FileFacts) {}
}

/** Proxies take no longer headers: each character may become nine. */
const MAX_NAME_CHARACTERS = 200;

/** Whatever a file holds, a browser that opens it runs nothing of it and lets it reach nothing. */
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

/** The one part that is asked for; nothing where all of the file is, several parts are, or one that it has not. */
function rangeOf(request: Headers, file: FileFacts, etag: string): FileRange | undefined {
  const wanted = request.get("range");
  const condition = request.get("if-range");
  if (wanted === null || (condition !== null && condition !== etag)) return undefined;
  const ranges = parseRange(file.size, wanted, { combine: true });
  if (typeof ranges === "number" || ranges.type !== "bytes" || ranges.length !== 1) return undefined;
  return ranges[0];
}

/** A file, a part of it (206), or that the caller's copy is still good (304). */
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

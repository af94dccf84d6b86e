import { randomBytes } from "node:crypto";
import { readTimestamp, timestampRequest } from "@assay/evidence";
import { log } from "./log";
import { messageOf } from "./say.mjs";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;
const NONCE_BYTES = 8;

/** Reads at most `MAX_BYTES` of an answer. */
async function bytesOf(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error("The answer is too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Asks the operator's time-stamping authority for a time stamp (RFC 3161), and checks that it is one of these bytes. Never
 * throws: says in one sentence what failed.
 */
export async function requestTimestamp(
  url: string,
  bytes: Uint8Array,
): Promise<{ answer: Buffer } | { fault: string }> {
  try {
    const nonce = randomBytes(NONCE_BYTES);
    // As DER writes a positive number.
    nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40;
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/timestamp-query", accept: "application/timestamp-reply" },
      body: Buffer.from(await timestampRequest(bytes, nonce)),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`The authority answered ${response.status}.`);
    const answer = await bytesOf(response);
    const read = await readTimestamp(answer, bytes);
    if (!read.isValid || !read.nonce || !nonce.equals(read.nonce))
      throw new Error("The answer is no time stamp of the request.");
    return { answer };
  } catch (err) {
    log.warn({ err }, "no time stamp for an evidence pack");
    return { fault: messageOf(err).slice(0, 300) };
  }
}

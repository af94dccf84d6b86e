import { WebhookError } from "./errors";
import type { EventBodies } from "./generated/catalogue";

const TOLERANCE_SECONDS = 300;

/** A verified event. `type` tells which body it has; a later version of the service may send further types. */
export type WebhookEvent = {
  [Type in keyof EventBodies]: {
    type: Type;
    /** Equal on every attempt of one delivery: ignore an id that was handled before. */
    id: string;
    /** Time of the attempt. */
    at: Date;
    body: EventBodies[Type];
  };
}[keyof EventBodies];

/** Headers of a request: of `fetch`, of Node, or any object with names in lower case. */
export type WebhookHeaders =
  | Pick<Headers, "get">
  | { readonly [name: string]: string | readonly string[] | undefined };

export interface VerifyOptions {
  /** Seconds that the timestamp may be off, either way; 300 without it. */
  toleranceSeconds?: number | undefined;
  /** Present time in milliseconds, for tests. */
  now?: number | undefined;
}

const isFetchHeaders = (headers: WebhookHeaders): headers is Pick<Headers, "get"> =>
  typeof headers.get === "function";

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isFetchHeaders(headers) ? headers.get(name) : headers[name];
  if (typeof value !== "string" || value === "")
    throw new WebhookError("headers", `The header ${name} is missing.`);
  return value;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function keyOf(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ""));
  if (!bytes || bytes.length === 0) throw new TypeError("A secret is whsec_ and Base64.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** The bytes that are signed: id, timestamp and body. */
function signedBytes(start: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const [head, tail] = [encoder.encode(start), typeof body === "string" ? encoder.encode(body) : body];
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

/** The body and its type, which the service has signed. */
function eventIn(body: string | Uint8Array) {
  try {
    const content = JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
    return { type: content.event.type, body: content };
  } catch {
    throw new WebhookError("body", "The body is not an event.");
  }
}

/**
 * Verifies a webhook and returns its event. `body` is the body as it arrived: parsed and rewritten JSON has another
 * signature. Several secrets serve a rotation: a signature of any of them is accepted. WebCrypto compares in constant time.
 *
 * @throws WebhookError if the message is not genuine, or its time is off
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = [
    headerOf(headers, "webhook-id"),
    headerOf(headers, "webhook-timestamp"),
    headerOf(headers, "webhook-signature"),
  ];
  const at = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1000 : Number.NaN;
  if (!(Math.abs(now - at) <= toleranceSeconds * 1000))
    throw new WebhookError("timestamp", `The time of the message is more than ${toleranceSeconds} s off.`);
  const keys = await Promise.all((typeof secret === "string" ? [secret] : secret).map(keyOf));
  const signed = signedBytes(`${id}.${timestamp}.`, body);
  const given = signatures
    .split(" ")
    .filter((one) => one.startsWith("v1,"))
    .map((one) => bytesOf(one.slice("v1,".length)))
    .filter((one) => one !== undefined);
  const checks = keys.flatMap((key) => given.map((one) => crypto.subtle.verify("HMAC", key, one, signed)));
  if (!(await Promise.all(checks)).includes(true))
    throw new WebhookError("signature", "No signature of the message was made with the secret.");
  return { ...eventIn(body), id, at: new Date(at) };
}

import { createHmac, timingSafeEqual } from "node:crypto";
import { Agent, type Dispatcher, request } from "undici";
import { z } from "zod";
import { env } from "./env";
import { findKey } from "./keyring";
import { derivedKey, signingKeyFor } from "./secrets";

/** The cells of a divided deployment (decision 0067). */
export interface Cells {
  /** The cell of this instance. */
  own: number;
  /** The address of each cell. */
  urls: ReadonlyMap<number, string>;
}

declare global {
  var assayCells: Cells | undefined;
}

/** The cells, where the deployment is divided. On `globalThis`, since Next and the HTTP front are separate bundles. */
export function cells(): Cells | undefined {
  if (env.CELL === undefined || !env.CELLS) return globalThis.assayCells;
  globalThis.assayCells ??= { own: env.CELL, urls: env.CELLS };
  return globalThis.assayCells;
}

/** @throws where the deployment is not divided */
export function requireCells(): Cells {
  const divided = cells();
  if (!divided) throw new Error("CELL and CELLS are not set.");
  return divided;
}

/** The numbers of the other cells. */
export const otherCells = ({ own, urls }: Cells): number[] => [...urls.keys()].filter((cell) => cell !== own);

const Caller = z.object({
  kind: z.literal("producer"),
  producerId: z.string(),
  credential: z.enum(["token", "ownerKey"]),
  actor: z.object({ type: z.literal("token"), id: z.string(), name: z.string() }),
  scopes: z.array(z.string()).optional(),
});

const Pass = z.object({
  /** Milliseconds. */
  at: z.number(),
  from: z.number(),
  to: z.number(),
  /** Method, path and query. */
  call: z.string(),
  /** The caller's address, as the first cell saw it. */
  address: z.string().optional(),
  requestId: z.string(),
  /** The caller, null for an anonymous one; absent where the call is handed on for its credential to be checked. */
  caller: Caller.nullable().optional(),
});
/** What one cell tells another of a call that it hands on: signed, so that a call is handed on once and counted once. */
export type Pass = z.output<typeof Pass>;
export type PassedCaller = z.output<typeof Caller>;

export const PASS_HEADER = "assay-cell-pass";
/** Says which cell answered, so that an edge can send further calls there. */
export const CELL_HEADER = "assay-cell";
/** The status of a cell that does not have what a handed-on call is about. */
export const MISDIRECTED = 421;
const PASS_TTL_MS = 60_000;

const signatureOf = (key: Buffer, payload: string) => createHmac("sha256", key).update(payload).digest();

function signed(pass: Pass): string {
  const payload = Buffer.from(JSON.stringify(pass)).toString("base64url");
  return `${payload}.${signatureOf(signingKeyFor("cells"), payload).toString("base64url")}`;
}

/**
 * The pass of a call from another cell to this one; undefined where there is none, or one that is not valid for the call.
 * @throws where it is genuine, and of a form that this build does not know
 */
export function passIn(header: string | null, call: string): Pass | undefined {
  const divided = cells();
  if (!divided || header === null) return undefined;
  const [payload = "", text = ""] = header.split(".", 2);
  const signature = Buffer.from(text, "base64url");
  // The cells rotate one after the other: which key is the newest, each reads in its own database.
  const signer = findKey((key) => {
    const expected = signatureOf(derivedKey(key, "cells"), payload);
    return expected.byteLength === signature.byteLength && timingSafeEqual(expected, signature);
  });
  if (!signer) return undefined;
  const pass = Pass.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  const isCurrent = Math.abs(Date.now() - pass.at) <= PASS_TTL_MS;
  return isCurrent && pass.to === divided.own && pass.call === call ? pass : undefined;
}

const CONNECTIONS = 64;
const CONNECT_TIMEOUT_MS = 1_000;
let opened: Agent | undefined;
const agent = () => {
  opened ??= new Agent({ connections: CONNECTIONS, connect: { timeout: CONNECT_TIMEOUT_MS } });
  return opened;
};

interface CellCall {
  method: "GET" | "HEAD" | "POST" | "DELETE";
  /** Path and query. */
  target: string;
  headers?: Record<string, string>;
  body?: Dispatcher.DispatchOptions["body"];
  timeoutMs: number;
  /** The call that is handed on; absent for questions of the cell itself. */
  onBehalf?:
    | { address: string | undefined; requestId: string; caller?: PassedCaller | null | undefined }
    | undefined;
}

/** Calls another cell in the name of this one. @throws where it does not answer in time */
export function callCell(
  cell: number,
  { method, target, headers, body = null, timeoutMs, onBehalf }: CellCall,
) {
  const { own, urls } = requireCells();
  const pass = signed({
    at: Date.now(),
    from: own,
    to: cell,
    call: `${method} ${target}`,
    requestId: "",
    ...onBehalf,
  });
  return request(`${urls.get(cell)}${target}`, {
    dispatcher: agent(),
    method,
    headers: { ...headers, [PASS_HEADER]: pass },
    body,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
}

/** Holds the largest answer: 100,000 identifiers. */
const MAX_ANSWER_BYTES = 100 * 1024 * 1024;

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (size > MAX_ANSWER_BYTES) throw new Error(`A cell answers with more than ${MAX_ANSWER_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Calls another cell with JSON, and returns its JSON. @throws where it does not answer 200 as a whole in time */
export async function askCell(
  cell: number,
  target: string,
  question: string,
  timeoutMs: number,
): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const { statusCode, body } = await callCell(cell, {
    method: "POST",
    target,
    headers,
    body: question,
    timeoutMs,
  });
  const timer = setTimeout(() => body.destroy(new Error(`Cell ${cell} answers too slowly.`)), timeoutMs);
  const text = await textOf(body).finally(() => clearTimeout(timer));
  if (statusCode !== 200) throw new Error(`Cell ${cell} answered ${statusCode} to ${target}: ${text}`);
  return JSON.parse(text);
}

/** Closes the connections to other cells. */
export async function closeCells(): Promise<void> {
  await opened?.destroy();
  opened = undefined;
}

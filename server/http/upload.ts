import { Busboy } from "@fastify/busboy";
import { invalid } from "@/server/core/errors";
import { faultsOfJson } from "@/server/core/json-faults";
import { tooManyRequests } from "@/server/data/too-many-requests";
import { inParts, joined, readBytes } from "./body";
import { jsonBody, NO_BODY, type ReadBody, wrongType } from "./input";
import { JsonCounter } from "./json-counter";

/** A body with a file: JSON with Base64 or, for `image` calls, also the raw file or the form field `image`. */
export type Upload = "content" | "image";

const MIB = 1024 * 1024;
const MAX_UPLOAD_BYTES = 14 * MIB;

/**
 * Uploads stay in memory while they are checked. Producers and scanners have separate limits, and each of them only a part,
 * so that none blocks the others. Received bytes count, not the declared length.
 */
const MAX_ROOM_BYTES = 256 * MIB;
const MAX_ROOM_BYTES_OF_ONE = 6 * MAX_UPLOAD_BYTES;
/** Memory of an upload besides its bytes: the connection and the request. */
const OVERHEAD_BYTES = 64 * 1024;

declare global {
  var assayUploadRoom: Map<string, number> | undefined;
}

/** On `globalThis`, since Next and the HTTP front are separate bundles. */
function taken(): Map<string, number> {
  globalThis.assayUploadRoom ??= new Map();
  return globalThis.assayUploadRoom;
}

/** The memory that one upload reserves. */
class UploadRoom {
  #bytes = 0;
  constructor(private readonly shares: [name: string, maxBytes: number][]) {}

  /** Reserves memory. @throws 429 if the limit is reached */
  readonly take = (bytes: number): void => {
    const isFull = this.shares.some(([name, maxBytes]) => (taken().get(name) ?? 0) + bytes > maxBytes);
    if (isFull) {
      throw tooManyRequests("uploads at once", "Too many uploads at once.", 1, { connection: "close" });
    }
    this.#add(bytes);
  };

  leave(): void {
    this.#add(-this.#bytes);
  }

  #add(bytes: number): void {
    this.#bytes += bytes;
    for (const [name] of this.shares) {
      const now = (taken().get(name) ?? 0) + bytes;
      if (now > 0) taken().set(name, now);
      else taken().delete(name);
    }
  }
}

export type TakeRoom = UploadRoom["take"];

/** Runs work that reserves memory as the upload arrives. Releases it at the end. @throws 429 if the limit is reached */
export async function withRoomFor<T>(
  { upload, who }: { upload: Upload; who: string | undefined },
  work: (takeRoom: TakeRoom) => Promise<T>,
): Promise<T> {
  const ofOne: [string, number][] = who === undefined ? [] : [[`${upload} of ${who}`, MAX_ROOM_BYTES_OF_ONE]];
  const room = new UploadRoom([[upload, MAX_ROOM_BYTES], ...ofOne]);
  try {
    room.take(OVERHEAD_BYTES);
    return await work(room.take);
  } finally {
    room.leave();
  }
}

const malformedForm = (reason: string) => invalid("malformed-form", `The form can't be read: ${reason}.`);

const FIELD = "image";

/** The body of a file in a form: equal for equal files, whatever the form's boundary. */
async function fileBody(type: string, name: string, chunks: Buffer[]): Promise<ReadBody> {
  const data = await joined(chunks);
  const bytes = await joined([Buffer.from(JSON.stringify([type, name])), data]);
  return { bytes, body: { "content-type": type, data, name }, faults: faultsOfJson({ name }) };
}

/** The file in the form field `image`. @throws 400 without such a file */
function formBody(bytes: Uint8Array, contentType: string): Promise<ReadBody> {
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown) =>
      reject(malformedForm(error instanceof Error ? error.message : "it is malformed"));
    try {
      const form = new Busboy({
        headers: { "content-type": contentType },
        limits: { files: 10, fields: 100, parts: 110, headerPairs: 100 },
      });
      let found: Promise<ReadBody> | undefined;
      form.on("file", (field, stream, name, _encoding, type) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("error", refuse);
        stream.on("end", () => {
          if (field === FIELD) found ??= fileBody(type, name, chunks);
        });
      });
      form.on("error", refuse);
      form.on("finish", () => (found ? resolve(found) : reject(malformedForm(`it has no file "${FIELD}"`))));
      inParts(bytes, (part) => void form.write(part)).then(() => form.end(), refuse);
    } catch (error) {
      refuse(error);
    }
  });
}

const isForm = (contentType: string) => /^multipart\/form-data\s*;/i.test(contentType);
const isImage = (contentType: string) => /^image\//i.test(contentType);
const isJson = (contentType: string) => /^application\/json\b/i.test(contentType);

/** Reads the body of an upload call into the shape of a content, whatever its format. */
export async function readUpload(request: Request, upload: Upload, takeRoom: TakeRoom): Promise<ReadBody> {
  const contentType = request.headers.get("content-type") ?? "";
  const counter = isJson(contentType) ? new JsonCounter(MAX_UPLOAD_BYTES) : undefined;
  const bytes = await readBytes(request, {
    maxBytes: MAX_UPLOAD_BYTES,
    isUpload: true,
    onChunk: (chunk) => {
      takeRoom(chunk.byteLength);
      counter?.feed(chunk);
    },
  });
  if (upload === "content") return jsonBody(bytes, contentType, counter?.longStrings);
  if (bytes.byteLength === 0) return NO_BODY;
  if (isForm(contentType)) return formBody(bytes, contentType);
  if (isImage(contentType)) return { bytes, body: { "content-type": contentType, data: bytes }, faults: [] };
  if (isJson(contentType)) return jsonBody(bytes, contentType, counter?.longStrings);
  throw wrongType(`multipart/form-data with a file "${FIELD}", image/*, or application/json`);
}

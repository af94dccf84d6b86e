import { Busboy } from "@fastify/busboy";
import { invalid, tooManyRequests } from "@/server/errors";
import { faultsOfJson, jsonBody, NO_BODY, type ReadBody, readBytes, wrongType } from "./input";

/** A body that may hold a file: as JSON with Base64, or, for `image` calls, as itself or as a form's field `image`. */
export type Upload = "content" | "image";

const MIB = 1024 * 1024;
const MOST_UPLOAD_BYTES = 14 * MIB;

/**
 * Uploads are held while they are checked. Producers and scanners have room of their own, and each of them only a part of
 * that: so nobody keeps others from uploading.
 */
const ROOM_BYTES = 256 * MIB;
const ROOM_BYTES_OF_ONE = 6 * MOST_UPLOAD_BYTES;
const taken = new Map<string, number>();

function take(who: string, bytes: number, most: number): () => void {
  const before = taken.get(who) ?? 0;
  if (before + bytes > most) throw tooManyRequests("Too many uploads at once.", 1);
  taken.set(who, before + bytes);
  return () => {
    const left = (taken.get(who) ?? 0) - bytes;
    if (left > 0) taken.set(who, left);
    else taken.delete(who);
  };
}

/** Runs the work with room for an upload of the declared size, the largest where none is declared. 429 without room. */
export async function withRoomFor<T>(
  { headers }: Request,
  { upload, who }: { upload: Upload; who: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const declared = Number(headers.get("content-length") ?? Number.NaN);
  const bytes = Number.isInteger(declared) ? Math.min(declared, MOST_UPLOAD_BYTES) : MOST_UPLOAD_BYTES;
  const giveBack: (() => void)[] = [];
  try {
    if (who !== undefined) giveBack.push(take(`${upload} of ${who}`, bytes, ROOM_BYTES_OF_ONE));
    giveBack.push(take(upload, bytes, ROOM_BYTES));
    return await work();
  } finally {
    for (const back of giveBack) back();
  }
}

const malformedForm = (reason: string) => invalid("malformed-form", `The form can't be read: ${reason}.`);

const FIELD = "image";

/** The same file is the same body, whatever boundary its form was written with. */
function fileBody(type: string, name: string, data: Buffer): ReadBody {
  const bytes = Buffer.concat([Buffer.from(JSON.stringify([type, name])), data]);
  return { bytes, body: { "content-type": type, data, name }, faults: faultsOfJson({ name }) };
}

/** The file in the field `image` of a form. 400 where there is none. */
function formBody(bytes: Uint8Array, contentType: string): Promise<ReadBody> {
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown) =>
      reject(malformedForm(error instanceof Error ? error.message : "it is malformed"));
    try {
      const form = new Busboy({
        headers: { "content-type": contentType },
        limits: { files: 10, fields: 100, parts: 110, headerPairs: 100 },
      });
      let found: ReadBody | undefined;
      form.on("file", (field, stream, name, _encoding, type) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("error", refuse);
        stream.on("end", () => {
          if (field === FIELD) found ??= fileBody(type, name, Buffer.concat(chunks));
        });
      });
      form.on("error", refuse);
      form.on("finish", () => (found ? resolve(found) : reject(malformedForm(`it has no file "${FIELD}"`))));
      form.end(bytes);
    } catch (error) {
      refuse(error);
    }
  });
}

/** Reads the body of a call that takes uploads, into the shape of a content whatever it came as. */
export async function readUpload(request: Request, upload: Upload): Promise<ReadBody> {
  const contentType = request.headers.get("content-type") ?? "";
  const bytes = await readBytes(request, MOST_UPLOAD_BYTES);
  if (upload === "content") return jsonBody(bytes, contentType);
  if (bytes.byteLength === 0) return NO_BODY;
  if (/^multipart\/form-data\s*;/i.test(contentType)) return formBody(bytes, contentType);
  if (/^image\//i.test(contentType))
    return { bytes, body: { "content-type": contentType, data: bytes }, faults: [] };
  if (/^application\/json\b/i.test(contentType)) return jsonBody(bytes, contentType);
  throw wrongType(`multipart/form-data with a file "${FIELD}", image/*, or application/json`);
}

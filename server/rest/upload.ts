import { Busboy } from "@fastify/busboy";
import { invalid, tooManyRequests } from "@/server/errors";
import { jsonBody, NO_BODY, type ReadBody, readBytes, wrongType } from "./input";

/** A body that may hold a file: as JSON with Base64, or, for `image` calls, as itself or as a form's field `image`. */
export type Upload = "content" | "image";

const MOST_UPLOAD_BYTES = 14 * 1024 * 1024;

/** Uploads are held while they are checked; together they take no more than this. */
const MOST_BYTES_AT_ONCE = 256 * 1024 * 1024;
let bytesAtOnce = 0;

/** Runs the work with room for an upload of the declared size, the largest where none is declared. 429 without room. */
export async function withRoomFor<T>(request: Request, work: () => Promise<T>): Promise<T> {
  const declared = Number(request.headers.get("content-length") ?? MOST_UPLOAD_BYTES);
  const bytes = Math.min(declared, MOST_UPLOAD_BYTES);
  if (bytesAtOnce + bytes > MOST_BYTES_AT_ONCE) throw tooManyRequests("Too many uploads at once.", 1);
  bytesAtOnce += bytes;
  try {
    return await work();
  } finally {
    bytesAtOnce -= bytes;
  }
}

const malformedForm = (reason: string) => invalid("malformed-form", `The form can't be read: ${reason}.`);

const FIELD = "image";

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
          if (field === FIELD) {
            found ??= {
              bytes,
              body: { "content-type": type, data: Buffer.concat(chunks), name },
              faults: [],
            };
          }
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

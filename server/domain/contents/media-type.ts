import { fileTypeFromBuffer } from "file-type";
import { MIMEType } from "whatwg-mimetype";
import { invalid } from "@/server/core/errors";
import { RASTER_TYPES } from "@/server/platform/images";

const USUAL_NAME: Record<string, string> = {
  "image/jpg": "image/jpeg",
  "image/pjpeg": "image/jpeg",
  "image/apng": "image/png",
};

/**
 * Types that bytes alone cannot distinguish, or that have several names: a format inside a zip or XML document may be declared
 * by the container's name or by its own.
 */
const FAMILIES: [family: string, member: RegExp][] = [
  [
    "zip",
    /^application\/(zip|x-zip-compressed|java-archive|epub\+zip|vnd\.(openxmlformats|oasis|android|ms-.*12$|apple|google)|.*\+zip)|^model\/3mf/,
  ],
  ["compound file", /^application\/(x-cfb|x-ole-storage|msword|vnd\.ms-(excel|powerpoint|project|outlook))$/],
  ["xml", /^(application|text)\/xml$|\+xml$|^text\/(html|xsl)$/],
  ["iso media", /^(video|audio)\/(mp4|x-m4[avbp]|m4a|quicktime|3gpp2?|aac)|^image\/hei[cf]/],
  ["ogg", /^(audio|video|application)\/(ogg|opus|x-speex)/],
  ["matroska", /^(video|audio)\/(webm|matroska|x-matroska)$/],
  ["mpeg audio", /^audio\/(mpeg|mp3|mpeg3|x-mpeg.*)$/],
  ["wav", /^audio\/(wav|wave|x-wav|vnd\.wave)$/],
  ["gzip", /^application\/(gzip|x-gzip|x-gtar|x-tgz)$|\+gzip$/],
  ["pdf", /^application\/(pdf|x-pdf|illustrator|postscript)$/],
  ["text", /^text\/|^application\/(json|javascript|yaml|x-ndjson)$|\+json$/],
];

const familyOf = (type: string) => FAMILIES.find(([, member]) => member.test(type))?.[0];

/** Whether bytes that are detected as `detected` cannot have the declared type. */
function contradicts(declared: string, detected: string | undefined, isText: boolean): boolean {
  if (declared === detected || declared === "application/octet-stream") return false;
  // AVIF files may carry only the container's name.
  if (declared === "image/avif" && detected === "image/heif") return false;
  // Raster images are always detected: bytes that are not detected as one are none.
  if (RASTER_TYPES.has(declared) || (detected !== undefined && RASTER_TYPES.has(detected))) return true;
  if (detected === undefined) return false;
  const [family, detectedFamily] = [familyOf(declared), familyOf(detected)];
  // Text may begin with any letters, also with the signature of a binary format.
  if (declared.startsWith("text/") && detected !== "application/pdf" && isText) return false;
  return family !== undefined && family !== detectedFamily;
}

const TEXT_SAMPLE_BYTES = 4096;

/** Whether the bytes contain only characters that occur in text. */
const looksLikeText = (bytes: Uint8Array) =>
  bytes.subarray(0, TEXT_SAMPLE_BYTES).every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));

const unusable = (message: string) =>
  invalid("content-type", `The content-type ${message}.`, [{ pointer: "/content-type", message }]);

const isWritable = (type: string) => /^[\x20-\x7e]+$/.test(type);

const MAX_CHARACTERS = 255;

/** Types are detected by the beginning of a file; unpacking the rest of an archive would be of no use. */
const SAMPLE_BYTES = 64 * 1024;

/** Detects the type of bytes, by its usual name. */
async function detectedType(bytes: Uint8Array): Promise<string | undefined> {
  // A damaged file can make the reader throw: its type counts as undetected.
  const detected = await fileTypeFromBuffer(bytes.subarray(0, SAMPLE_BYTES)).catch(() => undefined);
  return detected && (USUAL_NAME[detected.mime] ?? detected.mime);
}

/**
 * Returns the media type to store a file with.
 * @throws 400 for an invalid media type, and for one that the bytes contradict
 */
export async function acceptedMediaType(declared: string, bytes: Uint8Array): Promise<string> {
  const parsed = isWritable(declared) ? MIMEType.parse(declared) : null;
  if (!parsed) throw unusable("is not a media type");
  const usual = USUAL_NAME[parsed.essence] ?? parsed.essence;
  const detected = await detectedType(bytes);
  if (contradicts(usual, detected, looksLikeText(bytes))) {
    throw unusable(
      detected
        ? `contradicts the bytes, which are ${detected}`
        : "contradicts the bytes, which are no such image",
    );
  }
  // Parameters have no meaning for images; other types keep them.
  const kept = RASTER_TYPES.has(usual) ? usual : String(parsed);
  if (kept.length > MAX_CHARACTERS) throw unusable(`is longer than ${MAX_CHARACTERS} characters`);
  return kept;
}

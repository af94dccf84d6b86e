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
 * Types that bytes alone don't tell apart, or that have several names: what lies in a zip or an XML document may be
 * called by the container's name or by its own.
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

/** Whether bytes of which `told` is known can't be what they are declared to be. */
export function contradicts(declared: string, told: string | undefined, isText: boolean): boolean {
  if (declared === told || declared === "application/octet-stream") return false;
  // AVIF may call itself by its container's name alone.
  if (declared === "image/avif" && told === "image/heif") return false;
  // These can always be told: bytes that look like none of them are none.
  if (RASTER_TYPES.has(declared) || (told !== undefined && RASTER_TYPES.has(told))) return true;
  if (told === undefined) return false;
  const [family, toldFamily] = [familyOf(declared), familyOf(told)];
  // Text may begin with any letters, those of a binary format's signature among them.
  if (declared.startsWith("text/") && told !== "application/pdf" && isText) return false;
  return family !== undefined && family !== toldFamily;
}

const LOOKED_AT_BYTES = 4096;

/** Whether the bytes hold no character that texts don't have. */
const looksLikeText = (bytes: Uint8Array) =>
  bytes.subarray(0, LOOKED_AT_BYTES).every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));

const unusable = (message: string) =>
  invalid("content-type", `The content-type ${message}.`, [{ pointer: "/content-type", message }]);

const isWritable = (type: string) => /^[\x20-\x7e]+$/.test(type);

const MAX_CHARACTERS = 255;

/** Types are told by how files begin; the rest of an archive would be unpacked to no use. */
const SAMPLE_BYTES = 64 * 1024;

/** What is told of bytes, by its usual name. */
async function toldType(bytes: Uint8Array): Promise<string | undefined> {
  // What a damaged file makes its reader throw is the same as: it can't be told.
  const told = await fileTypeFromBuffer(bytes.subarray(0, SAMPLE_BYTES)).catch(() => undefined);
  return told && (USUAL_NAME[told.mime] ?? told.mime);
}

/** The media type that a file is kept with. 400 for what is no media type, and for one that the bytes contradict. */
export async function acceptedMediaType(declared: string, bytes: Uint8Array): Promise<string> {
  const parsed = isWritable(declared) ? MIMEType.parse(declared) : null;
  if (!parsed) throw unusable("is not a media type");
  const usual = USUAL_NAME[parsed.essence] ?? parsed.essence;
  const told = await toldType(bytes);
  if (contradicts(usual, told, looksLikeText(bytes))) {
    throw unusable(
      told ? `contradicts the bytes, which are ${told}` : "contradicts the bytes, which are no such image",
    );
  }
  // Parameters say nothing of an image; of other types they are kept.
  const kept = RASTER_TYPES.has(usual) ? usual : String(parsed);
  if (kept.length > MAX_CHARACTERS) throw unusable(`is longer than ${MAX_CHARACTERS} characters`);
  return kept;
}

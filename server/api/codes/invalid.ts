import { EXAMPLE_IDS } from "../example-ids";
import { ofKind } from "./kind";

const { scan: SCAN, content: CONTENT } = EXAMPLE_IDS;

const invalid = ofKind("invalid");

/** Refusals with 400. */
export const INVALID = {
  "invalid-input": invalid(
    "Parts of the request do not match its schema. `errors` lists all of them at once.",
    "The request has faults.",
    [{ pointer: "/location/latitude", message: "Too big: expected number to be <=90" }],
  ),
  "malformed-request": invalid(
    "The bytes on the connection are not well-formed HTTP.",
    "The request is not well-formed HTTP.",
  ),
  "malformed-json": invalid(
    "The body is not JSON, or is nested too deeply, or has a character that JSON text must not have.",
    "The body is not valid JSON: unexpected end of input.",
  ),
  "malformed-form": invalid(
    "The multipart body cannot be read.",
    "The form can't be read: it has no file in the field image.",
  ),
  "content-type": invalid(
    "The header `content-type` is missing or names a type that the call does not take.",
    "The header content-type must be application/json.",
  ),
  "body-too-large": invalid(
    "The body is larger than the call takes: 1 MiB of JSON, 14 MiB where it carries a file.",
    "The body is larger than 1048576 bytes.",
  ),
  "body-too-slow": invalid("The body arrives too slowly.", "The body arrives too slowly."),
  "scan-too-large": invalid(
    "`data`, `softwareInfo` and `deviceInfo` of a scan together are larger than 16 KiB, or 64 KiB with a token.",
    "The scan tells too much: must, with the others, be at most 16384 bytes.",
    [{ pointer: "/deviceInfo", message: "must, with the others, be at most 16384 bytes" }],
  ),
  "scan-too-old": invalid(
    "The scan is older than 24 hours, so that it takes no further image.",
    "Images can be added to a scan for 24 hours.",
  ),
  "scan-erased": invalid(
    "The personal data of the scan was erased, so that it takes no further image.",
    `Nothing is added to scan ${SCAN}, which was erased.`,
  ),
  "too-many-images": invalid("The scan has three images.", `Scan ${SCAN} has its 3 images already.`),
  "not-an-image": invalid(
    "The file to scale is not a raster image.",
    `Content ${CONTENT} is application/pdf; only raster images can be scaled.`,
  ),
  "unusable-image": invalid(
    "The image cannot be decoded, or has more than 40 megapixels.",
    "The image can't be used. It is damaged.",
  ),
  "quota-exceeded": invalid(
    "The producer's quota for files, or for images of scans, has no room for this file.",
    "The producer's quota of 10737418240 bytes for contents has no room for 204800 more. Delete contents first.",
  ),
  "record-quota-exceeded": invalid(
    "The producer's quota for items, groups and other records is used up.",
    "The quota of the producer's records has no room for another 512 bytes. Delete items first.",
  ),
  "too-many-hooks": invalid(
    "The item or group has 20 webhooks, or the producer 100.",
    "There are 20 hooks of this item already. Delete one first.",
  ),
  "hooks-too-large": invalid(
    "The `data` of all webhooks of the target would be larger than 4 MiB.",
    "The data of all hooks of this producer would take too much.",
    [{ pointer: "/data", message: "must, with that of the other hooks, be at most 4194304 bytes" }],
  ),
  "file-unreadable": invalid(
    "The file of an import cannot be read as CSV, XLSX or JSON Lines.",
    "The file has no rows.",
    [{ pointer: "/empty", message: "The file has no rows." }],
  ),
  "too-many-rows": invalid(
    "The file of an import has more than 1,000,000 rows.",
    "A file may have 1000000 rows. Split it.",
  ),
};

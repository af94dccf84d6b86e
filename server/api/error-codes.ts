import type { ErrorKind } from "@/server/core/errors";
import { EXAMPLE_IDS } from "./example-ids";

export interface ErrorCode {
  kind: ErrorKind;
  /** When the API refuses with the code, as a sentence. */
  when: string;
  /** The `detail` of an example. */
  detail: string;
  /** The faults of an example, where it has others than its detail. */
  errors?: { pointer: string; message: string }[];
}

const of = (kind: ErrorKind, when: string, detail: string, errors?: ErrorCode["errors"]): ErrorCode => ({
  kind,
  when,
  detail,
  ...(errors ? { errors } : {}),
});

const {
  item: ITEM,
  group: GROUP,
  scan: SCAN,
  content: CONTENT,
  hook: HOOK,
  job: JOB,
  import: IMPORT,
} = EXAMPLE_IDS;

/** Every code of the API's errors, in the order of the documentation. */
export const ERROR_CODES = {
  "invalid-input": of(
    "invalid",
    "Parts of the request do not match its schema. `errors` lists all of them at once.",
    "The request has faults.",
    [{ pointer: "/location/latitude", message: "Too big: expected number to be <=90" }],
  ),
  "malformed-request": of(
    "invalid",
    "The bytes on the connection are not well-formed HTTP.",
    "The request is not well-formed HTTP.",
  ),
  "malformed-json": of(
    "invalid",
    "The body is not JSON, or is nested too deeply, or has a character that JSON text must not have.",
    "The body is not valid JSON: unexpected end of input.",
  ),
  "malformed-form": of(
    "invalid",
    "The multipart body cannot be read.",
    "The form can't be read: it has no file in the field image.",
  ),
  "content-type": of(
    "invalid",
    "The header `content-type` is missing or names a type that the call does not take.",
    "The header content-type must be application/json.",
  ),
  "body-too-large": of(
    "invalid",
    "The body is larger than the call takes: 1 MiB of JSON, 14 MiB where it carries a file.",
    "The body is larger than 1048576 bytes.",
  ),
  "body-too-slow": of("invalid", "The body arrives too slowly.", "The body arrives too slowly."),
  "scan-too-large": of(
    "invalid",
    "`data`, `softwareInfo` and `deviceInfo` of a scan together are larger than 16 KiB, or 64 KiB with a token.",
    "The scan tells too much: must, with the others, be at most 16384 bytes.",
    [{ pointer: "/deviceInfo", message: "must, with the others, be at most 16384 bytes" }],
  ),
  "scan-too-old": of(
    "invalid",
    "The scan is older than 24 hours, so that it takes no further image.",
    "Images can be added to a scan for 24 hours.",
  ),
  "scan-erased": of(
    "invalid",
    "The personal data of the scan was erased, so that it takes no further image.",
    `Nothing is added to scan ${SCAN}, which was erased.`,
  ),
  "too-many-images": of("invalid", "The scan has three images.", `Scan ${SCAN} has its 3 images already.`),
  "not-an-image": of(
    "invalid",
    "The file to scale is not a raster image.",
    `Content ${CONTENT} is application/pdf; only raster images can be scaled.`,
  ),
  "unusable-image": of(
    "invalid",
    "The image cannot be decoded, or has more than 40 megapixels.",
    "The image can't be used. It is damaged.",
  ),
  "quota-exceeded": of(
    "invalid",
    "The producer's quota for files, or for images of scans, has no room for this file.",
    "The producer's quota of 10737418240 bytes for contents has no room for 204800 more. Delete contents first.",
  ),
  "record-quota-exceeded": of(
    "invalid",
    "The producer's quota for items, groups and other records is used up.",
    "The quota of the producer's records has no room for another 512 bytes. Delete items first.",
  ),
  "too-many-hooks": of(
    "invalid",
    "The item or group has 20 webhooks, or the producer 100.",
    "There are 20 hooks of this item already. Delete one first.",
  ),
  "hooks-too-large": of(
    "invalid",
    "The `data` of all webhooks of the target would be larger than 4 MiB.",
    "The data of all hooks of this producer would take too much.",
    [{ pointer: "/data", message: "must, with that of the other hooks, be at most 4194304 bytes" }],
  ),
  "file-unreadable": of(
    "invalid",
    "The file of an import cannot be read as CSV, XLSX or JSON Lines.",
    "The file has no rows.",
    [{ pointer: "/empty", message: "The file has no rows." }],
  ),
  "too-many-rows": of(
    "invalid",
    "The file of an import has more than 1,000,000 rows.",
    "A file may have 1000000 rows. Split it.",
  ),
  "credential-missing": of(
    "forbidden",
    "The call needs a credential and the request has none.",
    "This call needs a credential in the header an-api-token.",
  ),
  "credential-not-accepted": of(
    "forbidden",
    "The credential is unknown, revoked, expired, malformed, or of another kind than the call takes.",
    "The credential in an-api-token is not accepted: unknown, revoked, expired, malformed or of the wrong kind.",
  ),
  "producer-suspended": of(
    "forbidden",
    "An admin of the service has suspended the producer.",
    "An admin of the service has suspended this producer.",
  ),
  "item-invalidated": of(
    "forbidden",
    "The item is invalidated, and that is final: it can still be read and scanned.",
    `Item ${ITEM} is invalidated.`,
  ),
  "item-of-another-producer": of(
    "forbidden",
    "The item belongs to another producer.",
    `Item ${ITEM} belongs to another producer.`,
  ),
  "group-of-another-producer": of(
    "forbidden",
    "The group belongs to another producer.",
    `Group ${GROUP} belongs to another producer.`,
  ),
  "scan-of-another-producer": of(
    "forbidden",
    "The scan is one of another producer's item.",
    `Scan ${SCAN} is of another producer's item.`,
  ),
  "content-of-another-producer": of(
    "forbidden",
    "The file belongs to another producer.",
    `Content ${CONTENT} belongs to another producer.`,
  ),
  "hook-of-another-producer": of(
    "forbidden",
    "The webhook belongs to another producer.",
    `Hook ${HOOK} belongs to another producer.`,
  ),
  "job-of-another-producer": of(
    "forbidden",
    "The job belongs to another producer.",
    `Job ${JOB} belongs to another producer.`,
  ),
  "import-of-another-producer": of(
    "forbidden",
    "The import belongs to another producer.",
    `Import ${IMPORT} belongs to another producer.`,
  ),
  "item-not-found": of(
    "notFound",
    "No item has this identifier, or it is deleted.",
    `There is no item ${ITEM}.`,
  ),
  "group-not-found": of("notFound", "No group has this id, or it is deleted.", `There is no group ${GROUP}.`),
  "item-not-in-group": of(
    "notFound",
    "The item is not in the group that the path names.",
    `Item ${ITEM} is not in group ${GROUP}.`,
  ),
  "scan-not-found": of("notFound", "No scan has this id.", `There is no scan ${SCAN}.`),
  "scan-without-location": of(
    "notFound",
    "The scan has no location, so that there is no map of it.",
    `Scan ${SCAN} has no location.`,
  ),
  "content-not-found": of(
    "notFound",
    "No file has this id, or it is deleted.",
    `There is no content ${CONTENT}.`,
  ),
  "thumbnail-not-found": of(
    "notFound",
    "The item has no image that is a file of this service.",
    `Item ${ITEM} has no image on this service.`,
  ),
  "history-entry-not-found": of(
    "notFound",
    "The item's history has no entry with this id.",
    `Item ${ITEM} has no history entry ${EXAMPLE_IDS.historyEntry}.`,
  ),
  "hook-not-found": of(
    "notFound",
    "The target of the path has no webhook with this id.",
    `There is no hook ${HOOK} here.`,
  ),
  "job-not-found": of("notFound", "No job has this id.", `There is no job ${JOB}.`),
  "import-not-found": of(
    "notFound",
    "No import has this id, or it is discarded.",
    `There is no import ${IMPORT}.`,
  ),
  "unknown-path": of(
    "notFound",
    "No call has this path.",
    "No call of this interface has this path. /api/v2/openapi.json lists them.",
  ),
  "method-not-allowed": of(
    "methodNotAllowed",
    "The path does not take this method. The header `allow` lists those that it takes.",
    "This path takes GET, POST, OPTIONS, not PUT.",
  ),
  "identifier-taken": of(
    "conflict",
    "Another item has the identifier, or had it and belonged to another producer.",
    `There already is an item ${ITEM}.`,
  ),
  "item-in-group": of(
    "conflict",
    "The item is in a group already. An item is in one group at most.",
    `Item ${ITEM} already belongs to group ${GROUP}.`,
  ),
  "idempotency-key-reused": of(
    "conflict",
    "The key was sent with another body within 24 hours.",
    "This Idempotency-Key was used with another body. Use a new one.",
  ),
  "hook-switched-off": of(
    "conflict",
    "The webhook is paused or switched off, so that nothing can be replayed to it.",
    `Hook ${HOOK} is switched off. Switch it on before anything is sent.`,
  ),
  "too-many-jobs": of(
    "conflict",
    "The producer has 100 running jobs.",
    "100 jobs are running. Wait until one ends, or cancel one.",
  ),
  "job-not-failed": of(
    "conflict",
    "The job has not failed, so that it cannot be continued.",
    `Job ${JOB} has not failed.`,
  ),
  "job-replaced": of(
    "conflict",
    "The import of the job has a newer job.",
    `Job ${JOB} is no longer the job of import ${IMPORT}.`,
  ),
  "job-undone": of(
    "conflict",
    "The changes of the job were undone.",
    `The changes of job ${JOB} were undone, so it cannot continue.`,
  ),
  "job-running": of(
    "conflict",
    "The job to undo is still running.",
    `Job ${JOB} is running. Cancel it, or wait until it ends.`,
  ),
  "nothing-to-undo": of(
    "conflict",
    "The job made no changes, or none that can be undone any more.",
    `Job ${JOB} has no changes that can be undone.`,
  ),
  "import-running": of(
    "conflict",
    "A job is working on the import.",
    `A job is working on import ${IMPORT}. Stop it first.`,
  ),
  "import-not-uploaded": of(
    "conflict",
    "The file of the import is still arriving.",
    `The file of import ${IMPORT} is still arriving.`,
  ),
  "import-begun": of(
    "conflict",
    "Rows of the import are imported already, so that it cannot be checked again.",
    `Rows of import ${IMPORT} are imported already.`,
  ),
  "import-discarded": of(
    "conflict",
    "The import was discarded while its file arrived.",
    "The import was discarded.",
  ),
  "too-many-imports": of(
    "conflict",
    "The producer keeps 20 imports.",
    "20 imports are kept. Discard one first.",
  ),
  "imports-full": of(
    "conflict",
    "The rows of the producer's imports take 2 GiB.",
    "The imports of this producer take too much room. Discard some first.",
  ),
  "too-many-reserved-codes": of(
    "conflict",
    "The producer has 10,000,000 reserved codes.",
    "A producer reserves at most 10000000 codes.",
  ),
  "too-many-requests": of(
    "tooManyRequests",
    "A rate limit is used up. The header `retry-after` says when to try again.",
    "Too many requests of this token. Try again in 1 s.",
  ),
  internal: of(
    "internal",
    "Something failed on the service's side. Its log has the reason under `requestId`.",
    "Something failed on our side. The request id finds it in the log.",
  ),
  unavailable: of(
    "unavailable",
    "The database or the file store does not answer. The header `retry-after` says when to try again.",
    "A part of the service, such as its database, does not answer. Try again later.",
  ),
} satisfies Record<string, ErrorCode>;

export type ErrorCodeName = keyof typeof ERROR_CODES;

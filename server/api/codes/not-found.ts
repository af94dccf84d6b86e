import { EXAMPLE_IDS } from "../example-ids";
import { ofKind } from "./kind";

const {
  item: ITEM,
  group: GROUP,
  scan: SCAN,
  content: CONTENT,
  hook: HOOK,
  job: JOB,
  import: IMPORT,
} = EXAMPLE_IDS;

const notFound = ofKind("notFound");

/** Refusals with 404 and 405. */
export const NOT_FOUND = {
  "item-not-found": notFound("No item has this identifier, or it is deleted.", `There is no item ${ITEM}.`),
  "group-not-found": notFound("No group has this id, or it is deleted.", `There is no group ${GROUP}.`),
  "item-not-in-group": notFound(
    "The item is not in the group that the path names.",
    `Item ${ITEM} is not in group ${GROUP}.`,
  ),
  "scan-not-found": notFound("No scan has this id.", `There is no scan ${SCAN}.`),
  "scan-without-location": notFound(
    "The scan has no location, so that there is no map of it.",
    `Scan ${SCAN} has no location.`,
  ),
  "content-not-found": notFound("No file has this id, or it is deleted.", `There is no content ${CONTENT}.`),
  "thumbnail-not-found": notFound(
    "The item has no image that is a file of this service.",
    `Item ${ITEM} has no image on this service.`,
  ),
  "history-entry-not-found": notFound(
    "The item's history has no entry with this id.",
    `Item ${ITEM} has no history entry ${EXAMPLE_IDS.historyEntry}.`,
  ),
  "hook-not-found": notFound(
    "The target of the path has no webhook with this id.",
    `There is no hook ${HOOK} here.`,
  ),
  "job-not-found": notFound("No job has this id.", `There is no job ${JOB}.`),
  "import-not-found": notFound("No import has this id, or it is discarded.", `There is no import ${IMPORT}.`),
  "unknown-path": notFound(
    "No call has this path.",
    "No call of this interface has this path. /api/v2/openapi.json lists them.",
  ),
  "method-not-allowed": ofKind("methodNotAllowed")(
    "The path does not take this method. The header `allow` lists those that it takes.",
    "This path takes GET, POST, OPTIONS, not PUT.",
  ),
};

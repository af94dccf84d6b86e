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

const forbidden = ofKind("forbidden");

/** Refusals with 403. */
export const DENIED = {
  "credential-missing": forbidden(
    "The call needs a credential and the request has none.",
    "This call needs a credential in the header an-api-token.",
  ),
  "credential-not-accepted": forbidden(
    "The credential is unknown, revoked, expired, malformed, or of another kind than the call takes.",
    "The credential in an-api-token is not accepted: unknown, revoked, expired, malformed or of the wrong kind.",
  ),
  "producer-suspended": forbidden(
    "An admin of the service has suspended the producer.",
    "An admin of the service has suspended this producer.",
  ),
  "scope-missing": forbidden(
    "The token does not have the scope that the call needs.",
    "The token does not have the scope items:write, which this call needs.",
  ),
  "address-not-allowed": forbidden(
    "The credential may only be used from listed networks, and the request comes from elsewhere.",
    "The credential may not be used from the address of this request.",
  ),
  "demo-read-only": forbidden(
    "The item or scan belongs to the demo of the landing page, which everyone sees.",
    "This is a demo: nothing can be changed here.",
  ),
  "item-invalidated": forbidden(
    "The item is invalidated, and that is final: it can still be read and scanned.",
    `Item ${ITEM} is invalidated.`,
  ),
  "item-of-another-producer": forbidden(
    "The item belongs to another producer.",
    `Item ${ITEM} belongs to another producer.`,
  ),
  "group-of-another-producer": forbidden(
    "The group belongs to another producer.",
    `Group ${GROUP} belongs to another producer.`,
  ),
  "scan-of-another-producer": forbidden(
    "The scan is one of another producer's item.",
    `Scan ${SCAN} is of another producer's item.`,
  ),
  "content-of-another-producer": forbidden(
    "The file belongs to another producer.",
    `Content ${CONTENT} belongs to another producer.`,
  ),
  "hook-of-another-producer": forbidden(
    "The webhook belongs to another producer.",
    `Hook ${HOOK} belongs to another producer.`,
  ),
  "job-of-another-producer": forbidden(
    "The job belongs to another producer.",
    `Job ${JOB} belongs to another producer.`,
  ),
  "import-of-another-producer": forbidden(
    "The import belongs to another producer.",
    `Import ${IMPORT} belongs to another producer.`,
  ),
};

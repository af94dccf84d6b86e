import { EXAMPLE_IDS } from "../example-ids";
import { ofKind } from "./kind";

const { item: ITEM, group: GROUP, hook: HOOK, job: JOB, import: IMPORT } = EXAMPLE_IDS;

const conflict = ofKind("conflict");

/** Refusals with 409. */
export const CONFLICT = {
  "identifier-taken": conflict(
    "Another item has the identifier, or had it and belonged to another producer.",
    `There already is an item ${ITEM}.`,
  ),
  "item-in-group": conflict(
    "The item is in a group already. An item is in one group at most.",
    `Item ${ITEM} already belongs to group ${GROUP}.`,
  ),
  "idempotency-key-reused": conflict(
    "The key was sent with another body within 24 hours.",
    "This Idempotency-Key was used with another body. Use a new one.",
  ),
  "hook-switched-off": conflict(
    "The webhook is paused or switched off, so that nothing can be replayed to it.",
    `Hook ${HOOK} is switched off. Switch it on before anything is sent.`,
  ),
  "too-many-jobs": conflict(
    "The producer has 100 running jobs.",
    "100 jobs are running. Wait until one ends, or cancel one.",
  ),
  "job-not-failed": conflict(
    "The job has not failed, so that it cannot be continued.",
    `Job ${JOB} has not failed.`,
  ),
  "job-replaced": conflict(
    "The import of the job has a newer job.",
    `Job ${JOB} is no longer the job of import ${IMPORT}.`,
  ),
  "job-undone": conflict(
    "The changes of the job were undone.",
    `The changes of job ${JOB} were undone, so it cannot continue.`,
  ),
  "job-running": conflict(
    "The job to undo is still running.",
    `Job ${JOB} is running. Cancel it, or wait until it ends.`,
  ),
  "nothing-to-undo": conflict(
    "The job made no changes, or none that can be undone any more.",
    `Job ${JOB} has no changes that can be undone.`,
  ),
  "import-running": conflict(
    "A job is working on the import.",
    `A job is working on import ${IMPORT}. Stop it first.`,
  ),
  "import-not-uploaded": conflict(
    "The file of the import is still arriving.",
    `The file of import ${IMPORT} is still arriving.`,
  ),
  "import-begun": conflict(
    "Rows of the import are imported already, so that it cannot be checked again.",
    `Rows of import ${IMPORT} are imported already.`,
  ),
  "import-not-checked": conflict(
    "Rows of the import were checked, but not all of them with its present mode and mapping.",
    `The check of import ${IMPORT} is out of date or incomplete. Check it again.`,
  ),
  "import-discarded": conflict(
    "The import was discarded while its file arrived.",
    "The import was discarded.",
  ),
  "too-many-imports": conflict("The producer keeps 20 imports.", "20 imports are kept. Discard one first."),
  "imports-full": conflict(
    "The rows of the producer's imports take 2 GiB.",
    "The imports of this producer take too much room. Discard some first.",
  ),
  "too-many-reserved-codes": conflict(
    "The producer has 10,000,000 reserved codes.",
    "A producer reserves at most 10000000 codes.",
  ),
};

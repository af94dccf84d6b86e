import { TimeoutError, within } from "@/server/core/within";
import { runtime } from "@/server/runtime/runtime";

/** The longest time until an answer, whatever component hangs. */
export const ANSWERED_WITHIN_MS = 4_800;
/** Files and uploads may take longer, provided that the database responds. */
const FILES_TIMEOUT_MS = 20_000;
const DATABASE_TIMEOUT_MS = 400;

/** The outcome of work within the time limit, whichever component delays it. */
export const inTime = <T>(done: Promise<T>): Promise<T> => within(ANSWERED_WITHIN_MS, done, "No answer");

/** The outcome of work that takes long by itself, such as with files. Gives up early only if the database hangs. */
export function fileInTime<T>(done: Promise<T>, leftMs = ANSWERED_WITHIN_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new TimeoutError(`No answer in ${FILES_TIMEOUT_MS} ms.`));
    const checkDatabase = () => {
      const probe = runtime().database.batchClient`select 1`;
      within(DATABASE_TIMEOUT_MS, probe, "No answer from the database").then(() => {
        timer = setTimeout(giveUp, FILES_TIMEOUT_MS - ANSWERED_WITHIN_MS);
      }, reject);
    };
    let timer = setTimeout(checkDatabase, Math.max(0, leftMs - DATABASE_TIMEOUT_MS));
    done.then(
      (outcome) => {
        clearTimeout(timer);
        resolve(outcome);
      },
      (reason) => {
        clearTimeout(timer);
        reject(reason);
      },
    );
  });
}

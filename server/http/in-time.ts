import { within } from "@/server/core/within";
import { runtime } from "@/server/runtime/runtime";

/** Nobody is kept waiting for longer, whatever is frozen. */
export const ANSWERED_WITHIN_MS = 4_800;
/** Files and uploads may take some time by themselves: as long as it is not the database that keeps them waiting. */
const FILES_WITHIN_MS = 20_000;
const DATABASE_ANSWERS_WITHIN_MS = 400;

/** The outcome of work that the database, or whoever else, may hold up. */
export const inTime = <T>(done: Promise<T>): Promise<T> => within(ANSWERED_WITHIN_MS, done, "No answer");

/** The outcome of work that takes long by itself, such as with files: it is given up early only where the database is frozen. */
export function fileInTime<T>(done: Promise<T>, leftMs = ANSWERED_WITHIN_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`No answer in ${FILES_WITHIN_MS} ms.`));
    const lookAtDatabase = () => {
      const asked = runtime().database.batchClient`select 1`;
      within(DATABASE_ANSWERS_WITHIN_MS, asked, "No answer from the database").then(() => {
        timer = setTimeout(giveUp, FILES_WITHIN_MS - ANSWERED_WITHIN_MS);
      }, reject);
    };
    let timer = setTimeout(lookAtDatabase, Math.max(0, leftMs - DATABASE_ANSWERS_WITHIN_MS));
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

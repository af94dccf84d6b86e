import { desc } from "drizzle-orm";
import { z } from "zod";
import { backups } from "@/db/schema/backups";
import type { Ctx } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { hasAtMost } from "@/server/domain/shared/characters";

/** The place of a backup, in an operator's words. */
export const BackupPlace = z
  .string()
  .trim()
  .refine((place) => place !== "" && hasAtMost(500, place), "must have 1 to 500 characters")
  .refine((place) => !/\p{Cc}/u.test(place), "must be one line of text");

/** Records that a backup was made just now. */
export const noteBackup = async ({ db }: Pick<Ctx, "db">, place: string) =>
  only(await db.insert(backups).values({ place }).returning({ at: backups.at, place: backups.place }));

/** The newest recorded backup; undefined where there is none. */
export async function lastBackup({ db }: Pick<Ctx, "db">): Promise<{ at: Date; place: string } | undefined> {
  const [last] = await db
    .select({ at: backups.at, place: backups.place })
    .from(backups)
    .orderBy(desc(backups.id))
    .limit(1);
  return last;
}

import { desc, eq, isNotNull } from "drizzle-orm";
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

/** Records that a backup was made just now; `name` is that of the service's own. */
export const noteBackup = async ({ db }: Pick<Ctx, "db">, place: string, name: string | null = null) =>
  only(
    await db
      .insert(backups)
      .values({ place: place.slice(0, 500), name })
      .returning({ at: backups.at, place: backups.place }),
  );

/** Records that a backup of the service was restored for a trial, and everything in it was found. */
export const noteVerified = ({ db }: Pick<Ctx, "db">, name: string) =>
  db.update(backups).set({ verifiedAt: new Date() }).where(eq(backups.name, name));

/** When a backup was last restored for a trial; null where none was. */
export async function lastVerified({ db }: Pick<Ctx, "db">): Promise<Date | null> {
  const [last] = await db
    .select({ at: backups.verifiedAt })
    .from(backups)
    .where(isNotNull(backups.verifiedAt))
    .orderBy(desc(backups.verifiedAt))
    .limit(1);
  return last?.at ?? null;
}

/** The newest recorded backup; undefined where there is none. */
export async function lastBackup({ db }: Pick<Ctx, "db">) {
  const [last] = await db
    .select({ at: backups.at, place: backups.place, isOwn: isNotNull(backups.name).mapWith(Boolean) })
    .from(backups)
    .orderBy(desc(backups.id))
    .limit(1);
  return last;
}

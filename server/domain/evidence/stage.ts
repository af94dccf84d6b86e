import { z } from "zod";
import type { EvidencePack } from "@/db/schema/evidence-packs";
import type { Ctx } from "@/server/core/ctx";

/** Where a stage continues: after which row, and how many rows it has done. */
export const Position = z.object({
  after: z.array(z.number()),
  /** For rows in the order of ids that are no numbers. */
  id: z.string(),
  count: z.number(),
});
export type Position = z.output<typeof Position>;

export const BEGIN: Position = {
  after: [0, 0],
  id: "00000000-0000-0000-0000-000000000000",
  count: 0,
};

/** A part of the work on a pack: its next batch, of two seconds at most. Returns where it continues; null at its end. */
export type Stage = (
  ctx: Ctx,
  pack: EvidencePack,
  position: Position,
) => Promise<(Partial<Position> & Pick<Position, "count">) | null>;

/** The number of a file or row, so that names sort by it. */
export const numbered = (name: string, number: number, ending: string): string =>
  `${name}-${String(number).padStart(5, "0")}${ending}`;

/** A moment in UTC, for people. */
export const utc = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");

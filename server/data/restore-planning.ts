import { sql } from "drizzle-orm";
import { COLLECTING } from "@/db/client";
import type { Ctx } from "@/server/core/ctx";

const CHANGED = [...COLLECTING, "enable_indexscan", "jit"].map((name) => `'${name}'`).join();

/** Restores the planner settings that a search restricted, for the rest of the caller's transaction. */
export const restorePlanning = ({ db }: Pick<Ctx, "db">) =>
  db.execute(sql.raw(`select set_config(name, reset_val, true) from pg_settings where name in (${CHANGED})`));

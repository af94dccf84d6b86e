import { sql } from "drizzle-orm";
import { bigint, boolean, check, pgTable } from "drizzle-orm/pg-core";

/** One row whose number grows with every change that revokes a credential's power (decision 0012). */
export const credentialEpoch = pgTable(
  "credential_epoch",
  {
    only: boolean().primaryKey().default(true),
    epoch: bigint({ mode: "number" }).notNull().default(0),
  },
  (t) => [check("credential_epoch_one_row", sql`${t.only}`)],
);

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/** What the first line of a migration says about it. Migrations from before version 2.4 say nothing. */
export interface Mark {
  kind: "expand" | "contract";
  /** Of a contract: the newest migration that a build must know to work with the result. */
  needs: string | undefined;
  isOutsideTransaction: boolean;
}

/** A migration of this build. */
export interface Migration {
  /** The name of its file without `.sql`. */
  tag: string;
  /** In the journal; the order of migrations. */
  when: number;
  hash: string;
  statements: string[];
  mark: Mark | undefined;
  /** Of a contract: how many migrations a build must know to work with the result. */
  minBuild: number | undefined;
}

const MARK =
  /^-- (?<kind>expand|contract)(?:, for builds with (?<needs>\S+))?(?<outside>, outside a transaction)?\r?\n/;
const CONCURRENTLY =
  /^\s*(?:--.*\n\s*)*(?:create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists|drop\s+index\s+concurrently\s+if\s+exists)\s/i;

/** The mark in the first line of a migration; undefined where there is none. */
export function markOf(text: string): Mark | undefined {
  const { kind, needs, outside } = MARK.exec(text)?.groups ?? {};
  if (kind !== "expand" && kind !== "contract") return undefined;
  return { kind, needs, isOutsideTransaction: outside !== undefined };
}

const wrong = (tag: string, rule: string) => new Error(`Migration ${tag}: ${rule}`);

/** Reads the migrations of a folder, oldest first. @throws for a mark that its statements or its folder contradict */
export function readMigrations(folder: string): Migration[] {
  const { entries } = Journal.parse(
    JSON.parse(readFileSync(path.join(folder, "meta/_journal.json"), "utf8")),
  );
  const tags = entries.map(({ tag }) => tag);
  return entries.map(({ tag, when }, number) => {
    const text = readFileSync(path.join(folder, `${tag}.sql`), "utf8");
    const statements = text.split("--> statement-breakpoint");
    const mark = markOf(text);
    const needed = mark?.needs === undefined ? -1 : tags.indexOf(mark.needs);
    if (mark?.kind === "contract" && (needed < 0 || needed > number))
      throw wrong(tag, "a contract names itself or an earlier migration, which builds must know.");
    if (mark?.isOutsideTransaction && !statements.every((one) => CONCURRENTLY.test(one.replace(MARK, ""))))
      throw wrong(
        tag,
        "outside a transaction, each statement creates an index concurrently if it does not exist, or drops one.",
      );
    const hash = createHash("sha256").update(text).digest("hex");
    return { tag, when, hash, statements, mark, minBuild: needed < 0 ? undefined : needed + 1 };
  });
}

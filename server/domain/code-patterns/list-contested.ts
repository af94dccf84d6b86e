import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { type CodePattern, codePatterns } from "@/db/schema/code-patterns";
import { items } from "@/db/schema/items";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingAdmin } from "@/server/core/ctx";
import { claimOfRow } from "./claim-row";
import { foreignIdentifiers } from "./foreign";
import { rivalsOf } from "./rivals";

/** A producer that concerns a contested claim. */
interface Party {
  producerId: string;
  producerName: string;
}

/** A contested claim as admins see it: the codes of its producer, and what it collides with. */
export interface ContestedPattern extends Party, Pick<CodePattern, "id" | "kind" | "text" | "changedAt"> {
  /** Identifiers of the producer that have the fixed start. */
  examples: string[];
  /** Overlapping claims of other producers. `isBroader`: it keeps its other codes if this claim is awarded. */
  rivals: (Party & Pick<CodePattern, "id" | "kind" | "text"> & { state: string; isBroader: boolean })[];
  /** Registered identifiers of other producers that the claim matches. */
  identifiers: (Party & { identifier: string })[];
}

const MAX_LISTED = 25;
const MAX_SHOWN = 5;

const NAMES_OF = (ctx: Ctx, ids: string[]) =>
  ctx.db
    .select({ id: producers.id, name: producers.name })
    .from(producers)
    .where(inArray(producers.id, [...new Set(ids)]));

async function examplesOf({ db }: Ctx, { producerId, head }: CodePattern): Promise<string[]> {
  const rows = await db
    .select({ identifier: items.identifier })
    .from(items)
    .where(
      and(
        eq(items.producerId, producerId),
        sql`${items.deletedAt} is null and ${items.identifier} collate "C" >= ${head}
          and ${items.identifier} collate "C" < ${head} || chr(1114111)`,
      ),
    )
    .orderBy(sql`${items.identifier} collate "C"`)
    .limit(MAX_SHOWN);
  return rows.map(({ identifier }) => identifier);
}

async function withReasons(ctx: Ctx, pattern: CodePattern): Promise<ContestedPattern> {
  const claim = claimOfRow(pattern);
  const rivals = (await rivalsOf(ctx, claim, pattern.producerId)).slice(0, MAX_SHOWN);
  const { found } = await foreignIdentifiers(ctx, claim, pattern.producerId);
  const foreign = found.slice(0, MAX_SHOWN);
  const rows = await NAMES_OF(
    ctx,
    [pattern, ...rivals, ...foreign].map(({ producerId }) => producerId),
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const partyOf = ({ producerId }: { producerId: string }) => ({
    producerId,
    producerName: names.get(producerId) ?? "",
  });
  const { id, kind, text, changedAt } = pattern;
  return {
    ...partyOf(pattern),
    id,
    kind,
    text,
    changedAt,
    examples: await examplesOf(ctx, pattern),
    rivals: rivals.map((rival) => ({
      ...partyOf(rival),
      id: rival.id,
      kind: rival.kind,
      text: rival.text,
      state: rival.state,
      isBroader: rival.state === "active" && rival.fixed < claim.fixed,
    })),
    identifiers: foreign.map((one) => ({ ...partyOf(one), identifier: one.identifier })),
  };
}

/** Lists the oldest 25 contested claims with their reasons, for admins. */
export async function listContestedPatterns(ctx: Ctx): Promise<ContestedPattern[]> {
  callingAdmin(ctx);
  const patterns = await ctx.db
    .select()
    .from(codePatterns)
    .where(eq(codePatterns.state, "contested"))
    .orderBy(asc(codePatterns.changedAt), asc(codePatterns.id))
    .limit(MAX_LISTED);
  const listed: ContestedPattern[] = [];
  for (const pattern of patterns) listed.push(await withReasons(ctx, pattern));
  return listed;
}

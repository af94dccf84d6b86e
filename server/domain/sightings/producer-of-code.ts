import { type Ctx, sandboxIn } from "@/server/core/ctx";
import { attributionOf } from "@/server/domain/code-patterns/attribute";
import type { Attribution } from "@/server/domain/code-patterns/nearest";

/**
 * The producer that a code without an item concerns, and why (decision 0080); undefined leaves it to admins. What is scanned in a
 * sandbox concerns that alone. Reads a bounded number of index entries.
 */
export async function producerOfCode(
  ctx: Pick<Ctx, "db" | "caller">,
  code: string,
  broughtBy: string | null,
): Promise<Attribution | undefined> {
  if (sandboxIn(ctx) === 0) return attributionOf(ctx, code, broughtBy);
  return broughtBy === null ? undefined : { producerId: broughtBy, basis: "token", basisText: null };
}

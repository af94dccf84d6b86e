import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { Change } from "@/db/schema/history";
import { type Token, tokens } from "@/db/schema/tokens";
import { awaitRevocation } from "@/server/auth/credentials";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { refuseStale, versionOf } from "@/server/domain/shared/version";
import { accessOf, type TokenAccess } from "./schema";
import { validToken } from "./valid";

type Access = Pick<Token, keyof TokenAccess>;

/** The version of what a token may do, which detects stale saves. Revoking and using it do not change it. */
export const versionOfAccess = ({ scopes, requestsPerMinute, networks }: Access): string =>
  versionOf(scopes, requestsPerMinute, networks);

/** The differences, for the audit log; networks only by the fact that they changed. */
function changesOf(before: Access, after: TokenAccess): Change[] {
  const changes: Change[] = [
    { path: "/scopes", from: before.scopes, to: after.scopes },
    { path: "/requestsPerMinute", from: before.requestsPerMinute, to: after.requestsPerMinute },
  ].filter(({ from, to }) => !isDeepStrictEqual(from, to));
  return isDeepStrictEqual(before.networks, after.networks) ? changes : [...changes, { path: "/networks" }];
}

/**
 * Sets what a valid token of a producer may do, how often and from where. Every process uses it once this has returned.
 *
 * @throws 404 `token-not-found` where the producer has no such valid token
 * @throws {StaleVersion} if `seen` is given and no longer the version of its access
 */
export async function changeToken(
  ctx: Ctx,
  producerId: string,
  { id, ...access }: TokenAccess & { id: string },
  seen?: string,
): Promise<void> {
  const isChanged = await inTransaction(ctx, async (ctx) => {
    const token = await validToken(ctx, producerId, id, "update");
    refuseStale(seen, versionOfAccess(token));
    const { kind, name } = token;
    const after = accessOf(kind, access);
    const changes = changesOf(token, after);
    if (changes.length === 0) return false;
    await ctx.db.update(tokens).set(after).where(eq(tokens.id, id));
    await recordAuditEvent(ctx, "tokenChanged", { producerId, id, name, changes });
    return true;
  });
  if (isChanged) await awaitRevocation();
}

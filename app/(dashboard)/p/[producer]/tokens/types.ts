import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

export type ListedToken = inferRouterOutputs<AppRouter>["tokens"]["list"][number];

/** What a token may do, how often and from where; null for no limit of its own. */
export type Access = Pick<ListedToken, "scopes" | "requestsPerMinute" | "networks">;

export interface Made {
  kind: "token" | "ownerKey";
  secret: string;
  /** Null for all. */
  scopes: readonly string[] | null;
}

const EXPIRY_WARNING_MS = 14 * 86_400_000;

/** State of a token at a time. */
export function stateOf({ revokedAt, expiresAt }: ListedToken, now: number) {
  if (revokedAt) return "revoked";
  const left = expiresAt ? expiresAt.getTime() - now : Number.POSITIVE_INFINITY;
  return left <= 0 ? "expired" : left < EXPIRY_WARNING_MS ? "soon" : "good";
}

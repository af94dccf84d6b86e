import { z } from "zod";
import { canonicalNetwork } from "@/server/core/networks";
import { ALL_SCOPES } from "@/server/core/scopes";
import { MAX_NETWORKS, MAX_REQUESTS_PER_MINUTE } from "@/server/core/token-limits";
import { hasAtMost } from "@/server/domain/shared/characters";

export const VALID_DAYS = 365;
const MAX_VALID_DAYS = 3650;

const MAX_NETWORK_CHARACTERS = 50;

const Networks = z
  .array(z.string().max(MAX_NETWORK_CHARACTERS))
  .min(1)
  .max(MAX_NETWORKS)
  .transform((texts, { addIssue }) => {
    const networks = texts.map(canonicalNetwork).filter((network) => network !== undefined);
    if (networks.length === texts.length) return [...new Set(networks)];
    addIssue({ code: "custom", message: "must be addresses or networks such as 203.0.113.0/24" });
    return z.NEVER;
  });

/** What a token may do, how often, and from where; null for no limit of its own. */
export const TokenAccess = z.object({
  scopes: z
    .array(z.enum(ALL_SCOPES))
    .min(1)
    .max(ALL_SCOPES.length)
    .transform((scopes) => ALL_SCOPES.filter((scope) => scopes.includes(scope)))
    .nullable(),
  requestsPerMinute: z.int().min(1).max(MAX_REQUESTS_PER_MINUTE).nullable(),
  networks: Networks.nullable(),
});

export type TokenAccess = z.output<typeof TokenAccess>;

/** The access of a credential of a kind: an owner key creates webhooks and has no scopes. */
export const accessOf = <Access extends Partial<TokenAccess>>(kind: "token" | "ownerKey", access: Access) =>
  kind === "token" ? access : { ...access, scopes: null };

/** Input for a new token or owner key. */
export const NewToken = z.object({
  scopes: TokenAccess.shape.scopes.default(null),
  requestsPerMinute: TokenAccess.shape.requestsPerMinute.default(null),
  networks: TokenAccess.shape.networks.default(null),
  kind: z.enum(["token", "ownerKey"]).default("token"),
  name: z
    .string()
    .trim()
    .refine((name) => name !== "" && hasAtMost(200, name), "must have 1 to 200 characters"),
  /** Null for one that never expires. */
  validForDays: z.number().int().min(1).max(MAX_VALID_DAYS).nullable().default(VALID_DAYS),
});

export type NewToken = z.output<typeof NewToken>;

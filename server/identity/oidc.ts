import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import { AppError } from "@/server/core/errors";
import { Email } from "@/server/domain/people/schema";
import type { NewSession } from "@/server/domain/people/sign-in";
import { signInElsewhere } from "@/server/domain/people/sign-in-elsewhere";
import { callerNetwork } from "@/server/platform/caller-network";
import { env } from "@/server/platform/env";
import { connectionOfNetwork } from "@/server/runtime/runtime";

/** The claims that the identity provider must assert. */
const Claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: Email,
  email_verified: z.literal([true, "true"]),
  name: z.string().trim().min(1).max(200).optional().catch(undefined),
  /** How the provider checked the person (RFC 8176). */
  amr: z.array(z.string()).catch([]),
});

/** A placeholder for a person who may not sign in; the `signIn` callback refuses it. */
export const REFUSED = { id: "refused", sessionVersion: 0, hasSecondFactor: false };

/** A person who has signed in, as next-auth passes them on. */
export const userOfSession = ({ personId, sessionVersion, hasSecondFactor = false }: NewSession) => ({
  id: personId,
  sessionVersion,
  hasSecondFactor,
});

/** Values of `amr` that the operator trusts as a second factor of the provider. */
const trustedMethods = new Set((env.OIDC_TRUSTED_AMR ?? "").split(/[\s,]+/).filter((name) => name !== ""));

async function userOf(profile: unknown) {
  const claims = Claims.safeParse(profile).data;
  if (!claims) return REFUSED;
  const { iss: issuer, sub: subject, email, name = email, amr } = claims;
  try {
    const session = await signInElsewhere(
      { db: connectionOfNetwork(callerNetwork()) },
      { issuer, subject, email, name },
    );
    return userOfSession({ ...session, hasSecondFactor: amr.some((name) => trustedMethods.has(name)) });
  } catch (error) {
    if (error instanceof AppError) return REFUSED;
    throw error;
  }
}

/** The identity provider of `OIDC_ISSUER`; undefined if none is configured. */
export function oidcProvider(): OAuthConfig<object> | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = env;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return undefined;
  return {
    id: "oidc",
    name: OIDC_NAME,
    type: "oauth",
    wellKnown: `${OIDC_ISSUER.replace(/\/+$/, "")}/.well-known/openid-configuration`,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    authorization: { params: { scope: "openid email profile" } },
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    profile: userOf,
  };
}

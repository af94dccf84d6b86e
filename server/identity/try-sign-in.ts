import { z } from "zod";
import { refusalIn } from "@/server/core/errors";
import { finishSecondStep, signInByPasskey } from "@/server/domain/factors/prove";
import { Code, PasskeyResponse } from "@/server/domain/factors/schema";
import { SignIn, waitWord } from "@/server/domain/people/schema";
import { type NewSession, signIn } from "@/server/domain/people/sign-in";
import { callerNetwork } from "@/server/platform/caller-network";
import { log } from "@/server/platform/log";
import { connectionOfNetwork } from "@/server/runtime/runtime";
import { userOfSession } from "./oidc";
import { stepSecret } from "./step-cookie";

/** JSON in a field of a form. */
const jsonText = <T extends z.ZodType>(of: T) =>
  z
    .string()
    .transform((text, ctx): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        ctx.addIssue("must be JSON");
        return z.NEVER;
      }
    })
    .pipe(of);

/** What the sign-in page posts: e-mail and password, the second factor after them, or a passkey alone. */
const Tried = z.union([
  SignIn.transform((password) => ({ by: "password", password }) as const),
  z.object({ code: Code }).transform((proof) => ({ by: "secondFactor", proof }) as const),
  z
    .object({ step: z.enum(["passkey", "secondFactor"]), passkey: jsonText(PasskeyResponse) })
    .transform(({ step, passkey }) => ({ by: step, proof: { passkey } })),
]);

async function tried(credentials: unknown, headers: Headers): Promise<NewSession | undefined> {
  const data = Tried.safeParse(credentials).data;
  const ctx = { db: connectionOfNetwork(callerNetwork()) };
  if (data?.by === "password") return signIn(ctx, data.password, callerNetwork());
  const secret = stepSecret("sign-in", headers);
  if (!data || secret === undefined) return undefined;
  const session =
    data.by === "passkey" && "passkey" in data.proof
      ? await signInByPasskey(ctx, secret, data.proof.passkey)
      : await finishSecondStep(ctx, secret, data.proof);
  return { ...session, hasSecondFactor: true };
}

/**
 * Signs a person in by a step of the sign-in page; null if it is refused.
 * @throws an error with a code for the page: how long to wait after too many attempts, or `Unavailable`
 */
export async function authorize(credentials: unknown, headers: Headers) {
  try {
    const session = await tried(credentials, headers);
    return session ? userOfSession(session) : null;
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal?.kind === "forbidden" || refusal?.kind === "notFound") return null;
    if (refusal?.kind === "tooManyRequests")
      throw new Error(waitWord(Number(refusal.details.headers?.["retry-after"])));
    // next-auth would show the error's message, which belongs in the log.
    log.error({ err: error }, "a sign-in failed");
    throw new Error("Unavailable");
  }
}

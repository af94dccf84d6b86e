import { initTRPC } from "@trpc/server";
import { ANONYMOUS } from "@/server/core/caller";
import type { Ctx } from "@/server/core/ctx";
import { type AppError, refusalIn } from "@/server/core/errors";
import { deadlineIn } from "@/server/core/within";
import { ANSWERED_WITHIN_MS } from "@/server/http/in-time";
import { limit } from "@/server/http/limits";
import type { Role } from "@/server/identity/from-session";
import {
  adminCtx,
  changingMembershipAs,
  memberCtx,
  membershipAs,
  type Visitor,
} from "@/server/identity/visitor";
import { callerNetwork } from "@/server/platform/caller-network";
import { connectionOfPerson, openCtx } from "@/server/runtime/runtime";
import { notSignedIn, toldOf, trpcErrorOf } from "./failures";
import { inTurn } from "./in-turn";
import { refuseForeign } from "./plain-input";
import { transformer } from "./transformer";

/** What every call of a request is given. */
export interface RequestContext {
  requestId: string;
  headers: Headers;
  /** Headers of the answer. */
  answerHeaders: Headers;
  /** Nobody where the request is refused, or without a session. */
  visitor: Visitor | undefined;
  /** Why no call of the request is made. */
  refusal: AppError | undefined;
}

const t = initTRPC.context<RequestContext>().create({
  transformer,
  isDev: false,
  errorFormatter: ({ shape, error, ctx }) => {
    const told = toldOf(error);
    const { code, httpStatus, path } = shape.data;
    return {
      ...shape,
      message: told.detail,
      data: { code, httpStatus, path, requestId: ctx?.requestId, ...told },
    };
  },
});

export const { router } = t;

/** Refusals keep their kind, whichever part of a call they come from. */
const refusing = t.middleware(async ({ next }) => {
  const result = await next();
  const refusal = result.ok ? undefined : refusalIn(result.error.cause);
  if (refusal) throw trpcErrorOf(refusal);
  return result;
});

const answering = t.middleware(async ({ ctx, next }) => {
  if (ctx.refusal) throw ctx.refusal;
  return next();
});

/**
 * Reads what a call is made with, once it is known who calls and within which limits. From then on nobody is kept waiting
 * for longer than an answer may take, whatever is frozen.
 */
const reading = t.middleware(async ({ next, getRawInput }) => {
  refuseForeign(await getRawInput());
  const deadline = deadlineIn(ANSWERED_WITHIN_MS);
  return deadline.meet(next({ ctx: { deadline } }), "No answer");
});

const anyProcedure = t.procedure
  .use(refusing)
  .use(answering)
  .use(({ ctx, next }) => {
    const { db, batchClient } = openCtx(ANONYMOUS, ctx.requestId, callerNetwork());
    return next({ ctx: { ...ctx, db, batchClient } });
  });

/** Open to everyone: nobody need be signed in. */
export const openProcedure = anyProcedure
  .use(async ({ next }) => {
    await limit("open calls from this address", callerNetwork());
    return next();
  })
  .use(reading);

/** What verbs are given that ask for no caller. */
export const anonymousCtx = ({ db, batchClient, requestId }: Omit<Ctx, "caller">): Ctx => ({
  caller: ANONYMOUS,
  db,
  batchClient,
  requestId,
});

/** For whoever is signed in, a member of a producer or not. */
export const signedInProcedure = anyProcedure
  .use(async ({ ctx: { visitor }, next }) => {
    if (!visitor) throw notSignedIn();
    const { signedIn } = visitor;
    const { id } = signedIn.person;
    await limit("calls of this person", id);
    return next({ ctx: { visitor, signedIn, db: connectionOfPerson(id) } });
  })
  .use(reading)
  .use(({ ctx: { signedIn, deadline }, next }) => inTurn(signedIn.person.id, deadline, () => next()));

const memberProcedure = (role: Role) =>
  signedInProcedure.use(({ ctx, next, type }) => {
    const membership = (type === "query" ? membershipAs : changingMembershipAs)(role, ctx.visitor);
    const own: Ctx = memberCtx(ctx.signedIn, membership, ctx.requestId);
    return next({ ctx: { ...own, membership } });
  });

/** For members of the chosen producer: what they may read. */
export const viewerProcedure = memberProcedure("viewer");

/** For those who change items, groups, contents and hooks. */
export const editorProcedure = memberProcedure("editor");

/** For those who decide about tokens, members and the producer itself. */
export const ownerProcedure = memberProcedure("owner");

/** For those who run the service, whatever they are members of. */
export const adminProcedure = signedInProcedure.use(({ ctx, next }) => {
  const own: Ctx = adminCtx(ctx.signedIn, ctx.requestId);
  return next({ ctx: own });
});

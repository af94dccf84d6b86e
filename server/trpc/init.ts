import { initTRPC } from "@trpc/server";
import { ANONYMOUS } from "@/server/core/caller";
import type { Ctx } from "@/server/core/ctx";
import type { AppError } from "@/server/core/errors";
import { refusalOrAway } from "@/server/core/outage";
import { refuseForeign } from "@/server/core/plain-input";
import { deadlineIn } from "@/server/core/within";
import { ANSWERED_WITHIN_MS } from "@/server/http/in-time";
import { limit } from "@/server/http/limits";
import { limitedAs, type Role } from "@/server/identity/from-session";
import {
  adminCtx,
  changingMembershipAs,
  memberCtx,
  membershipAs,
  refuseDemoVisitor,
  refuseUnlessFresh,
  type Visitor,
} from "@/server/identity/visitor";
import { callerNetwork } from "@/server/platform/caller-network";
import { connectionOfPerson, openCtx } from "@/server/runtime/runtime";
import { notSignedIn, toldOf, trpcErrorOf } from "./failures";
import { inTurn } from "./in-turn";
import { transformer } from "./transformer";

/** The context of every call of a request. */
export interface RequestContext {
  requestId: string;
  headers: Headers;
  /** Response headers. */
  answerHeaders: Headers;
  /** Undefined if the request is refused or has no session. */
  visitor: Visitor | undefined;
  /** The reason why every call of the request is refused. */
  refusal: AppError | undefined;
}

/** Facts about a procedure. */
interface Meta {
  /** Changes credentials, access or much data at once: needs a sign-in or a confirmation within ten minutes. */
  isSensitive?: true;
}

const t = initTRPC
  .context<RequestContext>()
  .meta<Meta>()
  .create({
    transformer,
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const failure = toldOf(error);
      const { code, httpStatus, path } = shape.data;
      return {
        ...shape,
        message: failure.detail,
        data: { code, httpStatus, path, requestId: ctx?.requestId, ...failure },
      };
    },
  });

export const { router } = t;

/** Keeps the kind of a refusal, whichever part of the call throws it. */
const refusing = t.middleware(async ({ next }) => {
  const result = await next();
  const refusal = result.ok ? undefined : refusalOrAway(result.error.cause);
  if (refusal) throw trpcErrorOf(refusal);
  return result;
});

const answering = t.middleware(async ({ ctx, next }) => {
  if (ctx.refusal) throw ctx.refusal;
  return next();
});

/**
 * Reads the input after the session and the rate limits were checked. From here on the call has a deadline, even if
 * the database is frozen.
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

/** Public: needs no session. */
export const openProcedure = anyProcedure
  .use(async ({ next }) => {
    await limit("open calls from this address", callerNetwork());
    return next();
  })
  .use(reading);

/** Builds the ctx of verbs that need no caller. */
export const anonymousCtx = ({ db, batchClient, requestId }: Omit<Ctx, "caller">): Ctx => ({
  caller: ANONYMOUS,
  db,
  batchClient,
  requestId,
});

/** Needs a session; a membership is not required. Visitors of the public demo only read. */
export const signedInProcedure = anyProcedure
  .use(async ({ ctx: { visitor }, meta, type, next }) => {
    if (!visitor) throw notSignedIn();
    const { signedIn } = visitor;
    if (type === "mutation") refuseDemoVisitor(signedIn);
    if (meta?.isSensitive) refuseUnlessFresh(signedIn);
    const { id } = signedIn.person;
    await limit("calls of this person", limitedAs(signedIn));
    return next({ ctx: { visitor, signedIn, db: connectionOfPerson(id) } });
  })
  .use(reading)
  .use(({ ctx: { signedIn, deadline }, next }) => inTurn(limitedAs(signedIn), deadline, () => next()));

const memberProcedure = (role: Role) =>
  signedInProcedure.use(({ ctx, next, type }) => {
    const membership = (type === "query" ? membershipAs : changingMembershipAs)(role, ctx.visitor);
    const own: Ctx = memberCtx(ctx.signedIn, membership, ctx.requestId);
    return next({ ctx: { ...own, membership, signedIn: ctx.signedIn } });
  });

/** Needs a member who may inspect: an inspector, an editor or an owner. */
export const inspectorProcedure = memberProcedure("inspector");

/** Needs a membership of the chosen producer; for reads. */
export const viewerProcedure = memberProcedure("viewer");

/** Needs the editor role: changes of items, groups, contents and hooks. */
export const editorProcedure = memberProcedure("editor");

/** Needs the owner role: tokens, members and the producer itself. */
export const ownerProcedure = memberProcedure("owner");

/** Needs an admin, independent of memberships. */
export const adminProcedure = signedInProcedure.use(({ ctx, next }) => {
  const own: Ctx = adminCtx(ctx.signedIn, ctx.requestId);
  return next({ ctx: own });
});

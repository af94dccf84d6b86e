import { newRequestId } from "@/server/http/request-id";
import type { SignedIn } from "@/server/identity/from-session";
import type { RequestContext } from "./init";

/** The context of calls that a page makes while the server renders it, on behalf of a person, for one of their producers. */
export const pageContext = (signedIn: SignedIn, producerId: string): RequestContext => ({
  requestId: newRequestId(),
  headers: new Headers(),
  answerHeaders: new Headers(),
  refusal: undefined,
  visitor: {
    signedIn,
    membership: signedIn.memberships.find((membership) => membership.producerId === producerId),
  },
});

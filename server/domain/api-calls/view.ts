import { timeOfId } from "@/server/platform/ids";
import type { getCall, LoggedCall } from "./list";
import type { findAllCalls } from "./list-all";

/** A call of the request log as pages show it. */
export const callView = ({ tokenId, token, ...call }: LoggedCall) => ({
  ...call,
  at: new Date(timeOfId(call.id)),
  token: { id: tokenId, name: token },
});

/** The same with its bodies. */
export const openedCallView = ({
  requestBody,
  answerBody,
  ...call
}: Awaited<ReturnType<typeof getCall>>) => ({
  ...callView(call),
  requestBody,
  answerBody,
});

/** A call of any producer as admins see it in a list. */
export const foundCallView = (call: Awaited<ReturnType<typeof findAllCalls>>[number]) => ({
  ...call,
  at: new Date(timeOfId(call.id)),
});

import type { Ctx } from "@/server/core/ctx";
import { AppError } from "@/server/core/errors";
import type { Answer } from "@/server/http/answer";
import { lookUp } from "@/server/http/lookups";
import type { Endpoint, RawInput, RequestInfo } from "./endpoint";

/** Checks the input of a call and makes it. Undoes its long work where it is refused. */
export async function makeCall(
  endpoint: Endpoint,
  ctx: Ctx,
  input: RawInput,
  info: RequestInfo,
): Promise<Answer<unknown>> {
  const { make, discard } = await endpoint.prepare(ctx, input, info);
  return make(ctx).catch(async (reason: unknown) => {
    if (reason instanceof AppError) await discard();
    throw reason;
  });
}

/** Whether the answer reveals if an item exists: by its path or, for scans, by its body. */
const looksUpItem = ({ method, path }: Endpoint) =>
  path.includes("/items/:") || (method === "POST" && path === "/scans");

/** Makes a call within the limit of unknown identifiers, where its answer reveals if an item exists. */
export const asLookup = <T>(
  endpoint: Endpoint,
  { caller }: Ctx,
  address: string | undefined,
  make: () => Promise<T>,
): Promise<T> => (looksUpItem(endpoint) ? lookUp({ caller, address }, make) : make());

async function* nothing() {}

/** Makes a call with JSON for a caller that is admitted already, without a request of its own. Returns the body of its answer. */
export async function makeDirectly(
  endpoint: Endpoint,
  ctx: Ctx,
  { params = {}, query = {}, body = {} }: Partial<Omit<RawInput, "faults">>,
): Promise<unknown> {
  const info = { headers: new Headers(), target: endpoint.path, address: undefined, body: nothing() };
  const make = () => makeCall(endpoint, ctx, { params, query, body, faults: [] }, info);
  return (await asLookup(endpoint, ctx, undefined, make)).body;
}

import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

type Found = inferRouterOutputs<AppRouter>["overview"]["concerns"];

export type Concern = Found["concerns"][number];
/** Milliseconds; `before` is exclusive. */
export type Span = Pick<Found, "from" | "before">;

import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

type Outputs = inferRouterOutputs<AppRouter>["requestLog"];

export type ListedCall = Outputs["list"]["entries"][number];
export type OpenedCall = Outputs["get"];
export type CallFilter = NonNullable<inferRouterInputs<AppRouter>["requestLog"]["list"]["filter"]>;

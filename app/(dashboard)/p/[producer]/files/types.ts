import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

type Outputs = inferRouterOutputs<AppRouter>["contents"];

export type OneContent = Outputs["get"];
export type ListedContent = Outputs["list"]["entries"][number];

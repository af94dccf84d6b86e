import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

type Outputs = inferRouterOutputs<AppRouter>["items"];

export type FoundItem = Outputs["get"];
export type ListedItem = Outputs["list"]["entries"][number];
export type HistoryEntry = Outputs["history"]["entries"][number];
type ListInput = NonNullable<inferRouterInputs<AppRouter>["items"]["list"]>;

/** Filter of the list of items. */
export type ItemFilter = ListInput["filter"];
export type ItemSort = NonNullable<ListInput["sort"]>;

import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

type Outputs = inferRouterOutputs<AppRouter>;

export type ListedHook = Outputs["hooks"]["list"]["entries"][number];
/** Includes the version that an edit starts from. */
export type OpenedHook = Outputs["hooks"]["get"];
export type EventName = Outputs["hooks"]["events"][number]["name"];
export type ListedDelivery = Outputs["deliveries"]["list"]["entries"][number];
export type Delivery = Outputs["deliveries"]["get"];
export type Attempt = Delivery["attempts"][number];

/** Target of a webhook, as the procedures take it. */
export type HookTarget = "producer" | { item: string } | { group: string };

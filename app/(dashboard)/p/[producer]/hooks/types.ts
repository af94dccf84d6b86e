import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

type Outputs = inferRouterOutputs<AppRouter>;

export type ListedHook = Outputs["hooks"]["list"]["entries"][number];
/** With the version that an edit begins from. */
export type OpenedHook = Outputs["hooks"]["get"];
export type EventName = Outputs["hooks"]["events"][number]["name"];
export type ListedDelivery = Outputs["deliveries"]["list"]["entries"][number];
export type Delivery = Outputs["deliveries"]["get"];
export type Attempt = Delivery["attempts"][number];

/** What a hook listens to, as the procedures are told it. */
export type HookTarget = "producer" | { item: string } | { group: string };

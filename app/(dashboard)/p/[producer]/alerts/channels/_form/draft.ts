import type { NewAlertChannel } from "@/server/domain/alert-channels/schema";
import type { ListedChannel } from "../../types";

/** The fields of the form. An empty URL keeps the stored one. */
export type ChannelDraft = NewAlertChannel;

/** The state that the form edits, without the URL, which is not shown. */
export type ChannelFields = Pick<
  ListedChannel,
  "name" | "kind" | "host" | "locale" | "ruleIds" | "isOn" | "quietHours"
>;

export const draftOf = (channel: ChannelFields | undefined, locale: "en" | "de"): ChannelDraft => ({
  name: channel?.name ?? "",
  kind: channel?.kind ?? "slack",
  url: "",
  locale: channel?.locale ?? locale,
  ruleIds: channel?.ruleIds ?? null,
  isOn: channel?.isOn ?? true,
  quietHours: channel?.quietHours ?? null,
});

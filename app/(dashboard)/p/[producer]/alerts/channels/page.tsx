import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Channels } from "./channels";

export const generateMetadata = (): Promise<Metadata> => pageTitle("alerts", "channels.title");

export default function ChannelsPage() {
  return (
    <Words of={["alerts"]}>
      <Channels />
    </Words>
  );
}

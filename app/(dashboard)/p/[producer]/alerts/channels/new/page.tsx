import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { NewChannel } from "./new-channel";

export const generateMetadata = (): Promise<Metadata> => pageTitle("alerts", "channels.newTitle");

export default function NewChannelPage() {
  return (
    <Words of={["alerts", "quietHours"]}>
      <NewChannel />
    </Words>
  );
}

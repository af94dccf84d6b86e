import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Channel } from "./channel";

export const generateMetadata = (): Promise<Metadata> => pageTitle("alerts", "channels.title");

export default async function ChannelPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Words of={["alerts", "quietHours"]}>
      <Channel id={decodeURIComponent(id)} />
    </Words>
  );
}

import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { baseMapVersion } from "../../map/_map/base-map-version";
import { Alert } from "./alert";

export const generateMetadata = (): Promise<Metadata> => pageTitle("alerts");

export default async function AlertPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Words of={["alerts", "scans", "sightings", "cases", "webhooks", "map"]}>
      <Alert id={decodeURIComponent(id)} mapVersion={await baseMapVersion()} />
    </Words>
  );
}

import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { baseMapVersion } from "./_map/base-map-version";
import { ScansOnMap } from "./scans-on-map";

export const generateMetadata = (): Promise<Metadata> => pageTitle("map");

export default async function MapPage() {
  return (
    <Words of={["map", "scans"]}>
      <ScansOnMap version={await baseMapVersion()} />
    </Words>
  );
}

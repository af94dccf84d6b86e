import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { baseMapVersion } from "../../p/[producer]/map/_map/base-map-version";
import { AllProducersMap } from "./everybodys-map";

export const generateMetadata = (): Promise<Metadata> => pageTitle("admin", "map.title");

export default async function AllProducersMapPage() {
  return (
    <Words of={["admin", "map", "scans", "items", "cases"]}>
      <AllProducersMap version={await baseMapVersion()} />
    </Words>
  );
}

import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { baseMapVersion } from "../../p/[producer]/map/_map/base-map-version";
import { EverybodysMap } from "./everybodys-map";

export const generateMetadata = (): Promise<Metadata> => pageTitle("admin", "map.title");

export default async function EverybodysMapPage() {
  return (
    <Words of={["admin", "map", "scans"]}>
      <EverybodysMap version={await baseMapVersion()} />
    </Words>
  );
}

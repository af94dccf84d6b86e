import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Sightings } from "./sightings";

export const generateMetadata = (): Promise<Metadata> => pageTitle("sightings");

export default function SightingsPage() {
  return (
    <Words of={["sightings", "reports", "codePatterns", "cases", "inspections"]}>
      <Sightings />
    </Words>
  );
}

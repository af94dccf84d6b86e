import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { EverybodysOverview } from "./everybodys-overview";

export const generateMetadata = (): Promise<Metadata> => pageTitle("admin", "overview.title");

export default function EverybodysOverviewPage() {
  return (
    <Words of={["admin", "overview"]}>
      <EverybodysOverview />
    </Words>
  );
}

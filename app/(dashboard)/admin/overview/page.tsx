import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { AllProducersOverview } from "./everybodys-overview";

export const generateMetadata = (): Promise<Metadata> => pageTitle("admin", "overview.title");

export default function AllProducersOverviewPage() {
  return (
    <Words of={["admin", "overview"]}>
      <AllProducersOverview />
    </Words>
  );
}

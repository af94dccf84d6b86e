import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Overview } from "./overview";

export const generateMetadata = (): Promise<Metadata> => pageTitle("overview");

export default function OverviewPage() {
  return (
    <Words of={["overview", "scans"]}>
      <Overview />
    </Words>
  );
}

import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { AllScans } from "./all-scans";

export const generateMetadata = (): Promise<Metadata> => pageTitle("admin", "scans.title");

export default function AllScansPage() {
  return (
    <Words of={["admin", "scans"]}>
      <AllScans />
    </Words>
  );
}

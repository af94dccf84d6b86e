import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { ScanPage } from "./scan-page";

export const generateMetadata = (): Promise<Metadata> => pageTitle("scans", "scan.tab");

export default async function OneScanPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Words of={["scans", "reports", "privacy"]}>
      <ScanPage id={id} />
    </Words>
  );
}

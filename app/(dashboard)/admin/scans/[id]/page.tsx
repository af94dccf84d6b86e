import type { Metadata } from "next";
import { AsAdmin } from "@/app/(dashboard)/p/[producer]/scans/[id]/places";
import { ScanPage } from "@/app/(dashboard)/p/[producer]/scans/[id]/scan-page";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";

export const generateMetadata = (): Promise<Metadata> => pageTitle("scans", "scan.tab");

export default async function SeenScanPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Words of={["scans"]}>
      <AsAdmin>
        <ScanPage id={id} />
      </AsAdmin>
    </Words>
  );
}

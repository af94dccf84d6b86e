import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Scans } from "./scans";

export const generateMetadata = (): Promise<Metadata> => pageTitle("scans");

export default function ScansPage() {
  return (
    <Words of={["scans"]}>
      <Scans />
    </Words>
  );
}

import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Codes } from "./codes";

export const generateMetadata = (): Promise<Metadata> => pageTitle("admin", "codes.title");

export default function CodesPage() {
  return (
    <Words of={["admin", "reports", "sightings", "codePatterns"]}>
      <Codes />
    </Words>
  );
}

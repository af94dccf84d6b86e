import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Patterns } from "./patterns";

export const generateMetadata = (): Promise<Metadata> => pageTitle("codePatterns");

export default function PatternsPage() {
  return (
    <Words of={["codePatterns", "settings"]}>
      <Patterns />
    </Words>
  );
}

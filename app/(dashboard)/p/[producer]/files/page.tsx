import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Contents } from "./files";

export const generateMetadata = (): Promise<Metadata> => pageTitle("files");

export default function ContentsPage() {
  return (
    <Words of={["jobs", "files"]}>
      <Contents />
    </Words>
  );
}

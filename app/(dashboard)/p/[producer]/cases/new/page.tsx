import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { NewCase } from "./new-case";

export const generateMetadata = (): Promise<Metadata> => pageTitle("cases", "new");

export default function NewCasePage() {
  return (
    <Words of={["cases"]}>
      <NewCase />
    </Words>
  );
}

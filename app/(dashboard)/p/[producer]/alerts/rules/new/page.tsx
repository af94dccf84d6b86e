import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { NewRule } from "./new-rule";

export const generateMetadata = (): Promise<Metadata> => pageTitle("alerts", "form.newTitle");

export default function NewRulePage() {
  return (
    <Words of={["alerts", "items"]}>
      <NewRule />
    </Words>
  );
}

import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Rules } from "./rules";

export const generateMetadata = (): Promise<Metadata> => pageTitle("alerts", "rules.title");

export default function RulesPage() {
  return (
    <Words of={["alerts"]}>
      <Rules />
    </Words>
  );
}

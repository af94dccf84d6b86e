import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Privacy } from "./privacy";

export const generateMetadata = (): Promise<Metadata> => pageTitle("privacy");

export default function PrivacyPage() {
  return (
    <Words of={["privacy"]}>
      <Privacy />
    </Words>
  );
}

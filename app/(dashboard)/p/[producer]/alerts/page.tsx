import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Alerts } from "./alerts";

export const generateMetadata = (): Promise<Metadata> => pageTitle("alerts");

export default function AlertsPage() {
  return (
    <Words of={["alerts"]}>
      <Alerts />
    </Words>
  );
}

import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Settings } from "./settings";

export const generateMetadata = (): Promise<Metadata> => pageTitle("settings");

export default function SettingsPage() {
  return (
    <Words of={["settings", "storage", "inspections"]}>
      <Settings />
    </Words>
  );
}

import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { System } from "./system";

export const generateMetadata = (): Promise<Metadata> => pageTitle("admin", "system.title");

export default function SystemPage() {
  return (
    <Words of={["admin"]}>
      <System />
    </Words>
  );
}

import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Activity } from "./audit-log";

export const generateMetadata = (): Promise<Metadata> => pageTitle("auditLog");

export default function ActivityPage() {
  return (
    <Words of={["auditLog"]}>
      <Activity />
    </Words>
  );
}

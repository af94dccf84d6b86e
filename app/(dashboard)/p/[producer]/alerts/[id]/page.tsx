import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Alert } from "./alert";

export const generateMetadata = (): Promise<Metadata> => pageTitle("alerts");

export default async function AlertPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Words of={["alerts", "scans", "sightings", "cases", "webhooks"]}>
      <Alert id={decodeURIComponent(id)} />
    </Words>
  );
}

import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Producer } from "./producer";

export const generateMetadata = (): Promise<Metadata> => pageTitle("admin", "producer.tab");

export default async function ProducerPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Words of={["admin", "members", "tokens", "webhooks", "settings", "storage"]}>
      <Producer id={id} />
    </Words>
  );
}

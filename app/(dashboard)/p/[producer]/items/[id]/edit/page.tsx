import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { identifierIn } from "../../_parts/hrefs";
import { EditItem } from "./edit-item";

export const generateMetadata = (): Promise<Metadata> => pageTitle("items", "edit.tab");

export default async function EditItemPage({ params }: { params: Promise<{ id: string }> }) {
  const identifier = identifierIn((await params).id);
  if (identifier === undefined) notFound();
  return (
    <Words of={["items"]}>
      <EditItem identifier={identifier} />
    </Words>
  );
}

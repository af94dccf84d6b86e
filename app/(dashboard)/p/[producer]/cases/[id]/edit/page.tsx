import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { EditCase } from "./edit-case";

export const generateMetadata = (): Promise<Metadata> => pageTitle("cases", "form.editTitle");

export default async function EditCasePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Words of={["cases"]}>
      <EditCase id={decodeURIComponent(id)} />
    </Words>
  );
}

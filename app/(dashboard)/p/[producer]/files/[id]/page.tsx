import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { ContentPage } from "./file";

export const generateMetadata = (): Promise<Metadata> => pageTitle("files", "one.tab");

export default async function OneContentPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Words of={["files"]}>
      <ContentPage id={id} />
    </Words>
  );
}

import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Rule } from "./rule";

export const generateMetadata = (): Promise<Metadata> => pageTitle("alerts", "form.editTitle");

export default async function RulePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Words of={["alerts", "items"]}>
      <Rule id={decodeURIComponent(id)} />
    </Words>
  );
}

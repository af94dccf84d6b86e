import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Person } from "./person";

export const generateMetadata = (): Promise<Metadata> => pageTitle("admin", "person.tab");

export default async function PersonPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Words of={["admin"]}>
      <Person id={id} />
    </Words>
  );
}

import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Hook } from "./hook";

export const generateMetadata = (): Promise<Metadata> => pageTitle("webhooks");

export default async function HookPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Words of={["webhooks"]}>
      <Hook id={decodeURIComponent(id)} />
    </Words>
  );
}

import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Hook } from "./hook";

export const generateMetadata = (): Promise<Metadata> => pageTitle("hooks");

export default async function HookPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Words of={["hooks"]}>
      <Hook id={decodeURIComponent(id)} />
    </Words>
  );
}

import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Group } from "./group";

export const generateMetadata = (): Promise<Metadata> => pageTitle("groups", "one");

export default async function GroupPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Words of={["groups", "items", "webhooks"]}>
      <Group id={(await params).id} />
    </Words>
  );
}

import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { EditGroup } from "./edit-group";

export const generateMetadata = (): Promise<Metadata> => pageTitle("groups", "edit.title");

export default async function EditGroupPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Words of={["groups", "items"]}>
      <EditGroup id={(await params).id} />
    </Words>
  );
}

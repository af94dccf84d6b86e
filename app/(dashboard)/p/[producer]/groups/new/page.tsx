import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { NewGroup } from "./new-group";

export const generateMetadata = (): Promise<Metadata> => pageTitle("groups", "create.title");

export default function NewGroupPage() {
  return (
    <Words of={["groups", "items"]}>
      <NewGroup />
    </Words>
  );
}

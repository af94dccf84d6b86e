import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Groups } from "./groups";

export const generateMetadata = (): Promise<Metadata> => pageTitle("groups");

export default function GroupsPage() {
  return (
    <Words of={["groups"]}>
      <Groups />
    </Words>
  );
}

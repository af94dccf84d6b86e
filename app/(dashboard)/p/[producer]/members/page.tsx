import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Members } from "./members";

export const generateMetadata = (): Promise<Metadata> => pageTitle("members");

export default function MembersPage() {
  return (
    <Words of={["members"]}>
      <Members />
    </Words>
  );
}

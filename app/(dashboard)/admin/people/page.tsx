import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { People } from "./people";

export const generateMetadata = (): Promise<Metadata> => pageTitle("admin", "people.title");

export default function PeoplePage() {
  return (
    <Words of={["admin", "auditLog"]}>
      <People />
    </Words>
  );
}

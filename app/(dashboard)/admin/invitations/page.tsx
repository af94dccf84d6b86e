import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Invitations } from "./invitations";

export const generateMetadata = (): Promise<Metadata> => pageTitle("admin", "invitations.title");

export default function InvitationsPage() {
  return (
    <Words of={["admin", "members"]}>
      <Invitations />
    </Words>
  );
}

import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { currentSignedIn } from "@/app/request/request";
import { Invitation } from "./invitation";

export const generateMetadata = (): Promise<Metadata> => pageTitle("auth", "invite.pageTitle");

export default async function InvitationPage({ params }: { params: Promise<{ secret: string }> }) {
  const person = (await currentSignedIn())?.person;
  return (
    <Invitation
      secret={decodeURIComponent((await params).secret)}
      signedIn={person && { email: person.email, name: person.name }}
    />
  );
}

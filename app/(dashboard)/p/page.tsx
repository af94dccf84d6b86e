import { redirect } from "next/navigation";
import { currentSignedIn } from "@/app/request/request";
import { addressFor } from "@/app/ui/home";

/** For people who are members of no producer, to whom the frame around all pages says so; leads all others on. */
export default async function NoProducerPage() {
  const signedIn = await currentSignedIn();
  if (signedIn && (signedIn.memberships.length > 0 || signedIn.person.isAdmin))
    redirect(await addressFor(signedIn));
  return null;
}

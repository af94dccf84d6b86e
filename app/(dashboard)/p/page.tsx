import { redirect } from "next/navigation";
import { currentSignedIn } from "@/app/request/request";
import { addressFor } from "@/app/ui/home";

/** Page for a person without a producer: the dashboard's frame shows the notice. Others are redirected. */
export default async function NoProducerPage() {
  const signedIn = await currentSignedIn();
  if (signedIn && (signedIn.memberships.length > 0 || signedIn.person.isAdmin))
    redirect(await addressFor(signedIn));
  return null;
}

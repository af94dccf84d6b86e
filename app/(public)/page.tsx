import { redirect } from "next/navigation";
import { connection } from "next/server";
import { currentSignedIn } from "@/app/request/request";
import { addressFor } from "@/app/ui/home";
import { Words } from "@/app/ui/words";
import { publicBaseUrl } from "@/server/platform/env";
import { Landing } from "./landing";

export default async function LandingPage() {
  // Rendered for each request, because a build does not know the base URL of its deployment.
  await connection();
  const signedIn = await currentSignedIn();
  if (signedIn) redirect(await addressFor(signedIn));
  return (
    <Words of={["landing"]}>
      <Landing baseUrl={publicBaseUrl} />
    </Words>
  );
}

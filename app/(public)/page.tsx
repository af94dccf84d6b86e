import { redirect } from "next/navigation";
import { connection } from "next/server";
import { currentSignedIn } from "@/app/request";
import { Words } from "@/app/ui/words";
import { publicBaseUrl } from "@/server/platform/env";
import { Landing } from "./landing";

export default async function LandingPage() {
  // Rendered for each request: a build does not know the address that it will run under.
  await connection();
  if (await currentSignedIn()) redirect("/overview");
  return (
    <Words of={["landing"]}>
      <Landing baseUrl={publicBaseUrl} />
    </Words>
  );
}

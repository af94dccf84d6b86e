import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { pageTitle } from "@/app/request/page-title";
import { currentSignedIn } from "@/app/request/request";
import { Words } from "@/app/ui/words";
import { Account } from "./account";

export const generateMetadata = (): Promise<Metadata> => pageTitle("settings", "account.title");

export default async function AccountPage() {
  // Visitors of the public demo have no account.
  if ((await currentSignedIn())?.person.isDemoVisitor) redirect("/overview");
  return (
    <Words of={["settings", "quietHours"]}>
      <Account />
    </Words>
  );
}

import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Account } from "./account";

export const generateMetadata = (): Promise<Metadata> => pageTitle("settings", "account.title");

export default function AccountPage() {
  return (
    <Words of={["settings", "quietHours"]}>
      <Account />
    </Words>
  );
}

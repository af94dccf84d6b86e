import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { publicBaseUrl } from "@/server/platform/env";
import { Calls } from "./calls";

export const generateMetadata = (): Promise<Metadata> => pageTitle("admin", "calls.title");

export default function CallsPage() {
  return (
    <Words of={["admin", "requestLog"]}>
      <Calls baseUrl={publicBaseUrl} />
    </Words>
  );
}

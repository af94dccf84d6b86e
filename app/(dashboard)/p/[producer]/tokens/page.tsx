import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { publicBaseUrl } from "@/server/platform/env";
import { Tokens } from "./tokens";

export const generateMetadata = (): Promise<Metadata> => pageTitle("tokens");

export default function TokensPage() {
  return (
    <Words of={["tokens"]}>
      <Tokens baseUrl={publicBaseUrl} />
    </Words>
  );
}

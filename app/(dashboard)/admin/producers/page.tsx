import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Producers } from "./producers";

export const generateMetadata = (): Promise<Metadata> => pageTitle("admin", "producers.title");

export default function ProducersPage() {
  return (
    <Words of={["admin"]}>
      <Producers />
    </Words>
  );
}

import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Phones } from "./phones";

export const generateMetadata = (): Promise<Metadata> => pageTitle("admin", "phones.title");

export default function PhonesPage() {
  return (
    <Words of={["admin", "auditLog"]}>
      <Phones />
    </Words>
  );
}

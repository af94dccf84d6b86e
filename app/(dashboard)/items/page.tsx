import type { Metadata } from "next";
import { pageTitle } from "@/app/messages/page-title";
import { Words } from "@/app/ui/words";
import { Items } from "./items";

export const generateMetadata = (): Promise<Metadata> => pageTitle("items");

export default function ItemsPage() {
  return (
    <Words of={["items"]}>
      <Items />
    </Words>
  );
}

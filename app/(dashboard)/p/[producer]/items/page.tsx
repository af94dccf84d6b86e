import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { keptChoice } from "@/app/request/request";
import { Words } from "@/app/ui/words";
import { COLUMNS_COOKIE, choiceIn } from "./column-choice";
import { Items } from "./items";

export const generateMetadata = (): Promise<Metadata> => pageTitle("items");

export default async function ItemsPage() {
  const columns = choiceIn(await keptChoice(COLUMNS_COOKIE));
  return (
    <Words of={["items"]}>
      <Items columns={columns} />
    </Words>
  );
}

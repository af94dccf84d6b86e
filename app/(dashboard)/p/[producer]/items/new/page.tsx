import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";

import { Item } from "../[id]/item";
import { qrCodeOf } from "../[id]/qr-svg";
import { NewItem } from "./new-item";

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Whether the page of the item named `new` is wanted; see `itemHref`. */
const isOfItem = async (searchParams: Props["searchParams"]) => (await searchParams).item === "new";

export const generateMetadata = async ({ searchParams }: Props): Promise<Metadata> =>
  (await isOfItem(searchParams)) ? { title: "new" } : pageTitle("items", "create.title");

export default async function NewItemPage({ searchParams }: Props) {
  return (
    <Words of={["items", "labels", "reports", "webhooks"]}>
      {(await isOfItem(searchParams)) ? <Item identifier="new" code={qrCodeOf("new")} /> : <NewItem />}
    </Words>
  );
}

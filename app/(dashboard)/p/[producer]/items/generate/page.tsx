import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Item } from "../[id]/item";
import { qrCodeOf } from "../[id]/qr-svg";
import { Generate } from "./generate";

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Whether the page of the item named `generate` is wanted; see `itemHref`. */
const isOfItem = async (searchParams: Props["searchParams"]) => (await searchParams).item === "generate";

export const generateMetadata = async ({ searchParams }: Props): Promise<Metadata> =>
  (await isOfItem(searchParams)) ? { title: "generate" } : pageTitle("codes", "create.title");

export default async function GeneratePage({ searchParams }: Props) {
  return (
    <Words of={["codes", "items", "labels", "reports", "webhooks"]}>
      {(await isOfItem(searchParams)) ? (
        <Item identifier="generate" code={qrCodeOf("generate")} />
      ) : (
        <Generate />
      )}
    </Words>
  );
}

import type { Metadata } from "next";
import { cookies } from "next/headers";
import { pageTitle } from "@/app/messages/page-title";
import { Words } from "@/app/ui/words";
import { COLUMNS_COOKIE, choiceIn } from "./column-choice";
import { Items } from "./items";

export const generateMetadata = (): Promise<Metadata> => pageTitle("items");

export default async function ItemsPage() {
  const columns = choiceIn((await cookies()).get(COLUMNS_COOKIE)?.value);
  return (
    <Words of={["items"]}>
      <Items columns={columns} />
    </Words>
  );
}

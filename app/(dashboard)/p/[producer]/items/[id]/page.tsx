import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Words } from "@/app/ui/words";
import { identifierIn } from "../_parts/hrefs";
import { Item } from "./item";
import { qrCodeOf } from "./qr-svg";

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const identifier = identifierIn((await params).id);
  return identifier === undefined ? {} : { title: identifier };
}

export default async function ItemPage({ params }: Props) {
  const identifier = identifierIn((await params).id);
  if (identifier === undefined) notFound();
  return (
    <Words of={["items", "webhooks", "reports"]}>
      <Item identifier={identifier} code={qrCodeOf(identifier)} />
    </Words>
  );
}

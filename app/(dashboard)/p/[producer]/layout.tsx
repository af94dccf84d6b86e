import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { currentSignedIn } from "@/app/request/request";

interface Props {
  params: Promise<{ producer: string }>;
  children: ReactNode;
}

/** Layout of a producer's pages. For non-members a 404, the same as for a producer that does not exist. */
export default async function ProducerLayout({ params, children }: Props) {
  const { producer } = await params;
  const signedIn = await currentSignedIn();
  if (!signedIn?.memberships.some(({ producerId }) => producerId === producer)) notFound();
  return children;
}

import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { currentSignedIn } from "@/app/request/request";

interface Props {
  params: Promise<{ producer: string }>;
  children: ReactNode;
}

/** Around the pages of a producer, for its members: all others are told what they are told where there is none. */
export default async function ProducerLayout({ params, children }: Props) {
  const { producer } = await params;
  const signedIn = await currentSignedIn();
  if (!signedIn?.memberships.some(({ producerId }) => producerId === producer)) notFound();
  return children;
}

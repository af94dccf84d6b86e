import { notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { currentSignedIn } from "@/app/request/request";
import { inspectPath } from "@/app/ui/producer-pages";

interface Props {
  params: Promise<{ producer: string }>;
  children: ReactNode;
}

/**
 * Layout of a producer's pages. For non-members a 404, the same as for a producer that does not exist. Inspectors
 * have an app of their own.
 */
export default async function ProducerLayout({ params, children }: Props) {
  const { producer } = await params;
  const signedIn = await currentSignedIn();
  const membership = signedIn?.memberships.find(({ producerId }) => producerId === producer);
  if (!membership) notFound();
  if (membership.role === "inspector") redirect(inspectPath(producer));
  return children;
}

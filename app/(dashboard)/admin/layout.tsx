import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { currentSignedIn } from "@/app/request/request";

/** Layout of the admin pages; a 404 for everyone else. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const signedIn = await currentSignedIn();
  if (!signedIn?.person.isAdmin) notFound();
  return children;
}

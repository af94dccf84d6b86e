import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { currentSignedIn } from "@/app/request/request";

/** Around the pages of admins; for others there are none. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const signedIn = await currentSignedIn();
  if (!signedIn?.person.isAdmin) notFound();
  return children;
}

"use client";

import { redirect, usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useSignedIn } from "@/app/ui/signed-in";
import { ADMIN_HOME } from "./nav-items";
import { NoProducer } from "./no-producer";
import { Suspended } from "./suspended";

/**
 * The page, or a notice when the person has no producer and the page needs one. Admin pages need none: they cover all
 * producers.
 */
export function PageOrWelcome({ children }: { children: ReactNode }) {
  const { chosen, person } = useSignedIn();
  const isForAdmins = usePathname().startsWith("/admin/");
  if (isForAdmins) return children;
  if (!chosen && person.isAdmin) redirect(ADMIN_HOME);
  if (!chosen) return <NoProducer />;
  return (
    <>
      {chosen.suspendedReason !== null && <Suspended reason={chosen.suspendedReason} />}
      {children}
    </>
  );
}

"use client";

import { redirect, usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useSignedIn } from "@/app/ui/signed-in";
import { ADMIN_HOME } from "./nav-items";
import { NoProducer } from "./no-producer";
import { Suspended } from "./suspended";

/**
 * The page; what all but those of admins need a producer for is said instead where there is none. An admin without one
 * has pages all the same: those of all producers.
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

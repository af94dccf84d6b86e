"use client";

import { redirect, usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useSignedIn } from "@/app/ui/signed-in";
import { InDemo } from "./in-demo";
import { InSandbox } from "./in-sandbox";
import { ADMIN_HOME } from "./nav-items";
import { NoProducer } from "./no-producer";
import { SecondFactorNeeded } from "./second-factor-needed";
import { Suspended } from "./suspended";

/**
 * The page, or a notice when the person has no producer and the page needs one. Pages of admins and of the account need
 * none.
 */
export function PageOrWelcome({ children }: { children: ReactNode }) {
  const { chosen, person, isAdminLocked, isInspecting } = useSignedIn();
  const path = usePathname();
  if (path === "/account" || isInspecting) return children;
  if (path.startsWith("/admin/")) return isAdminLocked ? <SecondFactorNeeded of={null} /> : children;
  if (!chosen && person.isAdmin) redirect(ADMIN_HOME);
  if (!chosen) return <NoProducer />;
  if (chosen.needsSecondFactor) return <SecondFactorNeeded of={chosen.producerName} />;
  return (
    <>
      {person.isDemoVisitor && <InDemo />}
      {chosen.sandboxOf !== null && <InSandbox producerId={chosen.sandboxOf} />}
      {chosen.suspendedReason !== null && <Suspended reason={chosen.suspendedReason} />}
      {children}
    </>
  );
}

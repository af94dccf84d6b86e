"use client";

import dynamic from "next/dynamic";
import { redirect, usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useSignedIn } from "@/app/ui/signed-in";
import { ADMIN_HOME } from "./nav-items";

// Few pages have one of them.
const InDemo = dynamic(() => import("./in-demo").then(({ InDemo }) => InDemo));
const InSandbox = dynamic(() => import("./in-sandbox").then(({ InSandbox }) => InSandbox));
const NoProducer = dynamic(() => import("./no-producer").then(({ NoProducer }) => NoProducer));
const SecondFactorNeeded = dynamic(() =>
  import("./second-factor-needed").then(({ SecondFactorNeeded }) => SecondFactorNeeded),
);
const Suspended = dynamic(() => import("./suspended").then(({ Suspended }) => Suspended));

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

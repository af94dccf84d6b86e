"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useSignedIn } from "@/app/ui/signed-in";
import { NoProducer } from "./no-producer";
import { Suspended } from "./suspended";

/** The page; what all but those of admins need a producer for is said instead where there is none. */
export function PageOrWelcome({ children }: { children: ReactNode }) {
  const { chosen } = useSignedIn();
  const isForAdmins = usePathname().startsWith("/admin/");
  if (isForAdmins) return children;
  if (!chosen) return <NoProducer />;
  return (
    <>
      {chosen.suspendedReason !== null && <Suspended reason={chosen.suspendedReason} />}
      {children}
    </>
  );
}

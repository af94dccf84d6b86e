"use client";

import { useParams } from "next/navigation";
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react";
import { isAtLeast, mayInspect } from "@/server/auth/roles";
import type { Role, SignedIn } from "@/server/identity/from-session";
import { setCookie } from "./cookie";
import { CallsProvider } from "./trpc";

type Membership = SignedIn["memberships"][number];

export interface SignedInHere extends SignedIn {
  /** Membership in the producer of the page's address; undefined for a person without any. */
  chosen: Membership | undefined;
  /** Whether the page's address names a producer for which the person only inspects: its layout leads to the app. */
  isInspecting: boolean;
  /** Whether the person may inspect for any producer. */
  mayInspect: boolean;
}

const Context = createContext<SignedInHere | undefined>(undefined);

const PRODUCER_COOKIE = "assay-producer";

/** The producer of the page's address; on other pages, the one shown before. */
function useShown(memberships: Membership[], lastShown: string | undefined): Membership | undefined {
  const { producer } = useParams();
  const [last, setLast] = useState(lastShown);
  const named = memberships.find(({ producerId }) => producerId === producer);
  if (named && named.producerId !== last) setLast(named.producerId);
  const shown = named?.producerId;
  useEffect(() => {
    if (shown) setCookie(PRODUCER_COOKIE, shown);
  }, [shown]);
  return named ?? memberships.find(({ producerId }) => producerId === last) ?? memberships[0];
}

interface ProviderProps {
  signedIn: SignedIn;
  /** Producer that this browser showed last. */
  lastShown: string | undefined;
  children: ReactNode;
}

export function SignedInProvider({ signedIn, lastShown, children }: ProviderProps) {
  // What inspectors may see is not in the dashboard.
  const memberships = useMemo(
    () => signedIn.memberships.filter(({ role }) => role !== "inspector"),
    [signedIn.memberships],
  );
  const chosen = useShown(memberships, lastShown);
  const { producer } = useParams();
  const isInspecting = signedIn.memberships.some(
    ({ producerId, role }) => producerId === producer && role === "inspector",
  );
  const value = useMemo(
    () => ({
      ...signedIn,
      memberships,
      chosen,
      isInspecting,
      mayInspect: signedIn.memberships.some(({ role }) => mayInspect(role)),
    }),
    [signedIn, memberships, chosen, isInspecting],
  );
  // The key remounts everything, so that queries, state and streams of one producer never reach another's pages.
  return (
    <Context value={value}>
      <CallsProvider key={chosen?.producerId} producerId={chosen?.producerId}>
        {children}
      </CallsProvider>
    </Context>
  );
}

/** The signed-in person and the current producer. */
export function useSignedIn(): SignedInHere {
  const value = use(Context);
  if (!value) throw new Error("useSignedIn needs the dashboard's layout around it.");
  return value;
}

/** The same, also for pages open to signed-out visitors. */
export const useMaybeSignedIn = () => use(Context);

/** Query parameter with the current producer, for requests outside tRPC: live feed, uploads, images, downloads. */
export function useProducerQuery(): { producer?: string } {
  const producer = useSignedIn().chosen?.producerId;
  return useMemo(() => (producer === undefined ? {} : { producer }), [producer]);
}

/** Whether the person has at least this role in the current producer. */
export function useHasRole(role: Role): boolean {
  const { chosen } = useSignedIn();
  return chosen !== undefined && isAtLeast(chosen.role, role);
}

/**
 * Whether the person may make changes that need this role; always false in a suspended producer. It only hides buttons:
 * the service enforces the rule itself.
 */
export function useCan(role: Role): boolean {
  const hasRole = useHasRole(role);
  return useSignedIn().chosen?.suspendedReason === null && hasRole;
}

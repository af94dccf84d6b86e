"use client";

import { useParams } from "next/navigation";
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react";
import { isAtLeast } from "@/server/auth/roles";
import type { Role, SignedIn } from "@/server/identity/from-session";
import { setCookie } from "./cookie";
import { Calls } from "./trpc";

type Membership = SignedIn["memberships"][number];

export interface SignedInHere extends SignedIn {
  /** The membership in the producer of the page's address; nothing for a person without any. */
  chosen: Membership | undefined;
}

const Context = createContext<SignedInHere | undefined>(undefined);

const PRODUCER_COOKIE = "assay-producer";

/** The producer of the page's address; on pages that belong to none, the one that was shown before. */
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
  /** The producer that this browser showed last. */
  lastShown: string | undefined;
  children: ReactNode;
}

export function SignedInProvider({ signedIn, lastShown, children }: ProviderProps) {
  const chosen = useShown(signedIn.memberships, lastShown);
  const value = useMemo(() => ({ ...signedIn, chosen }), [signedIn, chosen]);
  // The key: nothing that was asked, chosen or watched for one producer stays on the pages of another.
  return (
    <Context value={value}>
      <Calls key={chosen?.producerId} producerId={chosen?.producerId}>
        {children}
      </Calls>
    </Context>
  );
}

/** Who looks at the page, and for which producer. */
export function useSignedIn(): SignedInHere {
  const value = use(Context);
  if (!value) throw new Error("useSignedIn needs the dashboard's layout around it.");
  return value;
}

/** The same on pages that strangers see, too. */
export const useMaybeSignedIn = () => use(Context);

/** Names the producer that is shown in the query of what is no call: a live feed, an upload, a picture, a download. */
export function useProducerQuery(): { producer?: string } {
  const producer = useSignedIn().chosen?.producerId;
  return useMemo(() => (producer === undefined ? {} : { producer }), [producer]);
}

/** Whether the person's role in the chosen producer is at least this one. */
export function useHasRole(role: Role): boolean {
  const { chosen } = useSignedIn();
  return chosen !== undefined && isAtLeast(chosen.role, role);
}

/**
 * Whether the person may change what takes this role: in a producer that is suspended nobody may. Buttons hide by it; the
 * service decides by itself.
 */
export function useCan(role: Role): boolean {
  const hasRole = useHasRole(role);
  return useSignedIn().chosen?.suspendedReason === null && hasRole;
}

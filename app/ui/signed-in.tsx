"use client";

import { createContext, type ReactNode, use } from "react";
import type { Role, SignedIn } from "@/server/auth/from-session";
import { isAtLeast } from "@/server/auth/roles";
import { callFor } from "./trpc";

export interface SignedInHere extends SignedIn {
  /** The membership in the producer that the pages show; nothing for a person without any. */
  chosen: SignedIn["memberships"][number] | undefined;
}

const Context = createContext<SignedInHere | undefined>(undefined);

export function SignedInProvider({ value, children }: { value: SignedInHere; children: ReactNode }) {
  // Before anything below asks; on the server, where many are served, nobody asks.
  if (typeof window !== "undefined") callFor(value.chosen?.producerId);
  return <Context value={value}>{children}</Context>;
}

/** Who looks at the page, and for which producer. */
export function useSignedIn(): SignedInHere {
  const value = use(Context);
  if (!value) throw new Error("useSignedIn needs the dashboard's layout around it.");
  return value;
}

/** The same on pages that strangers see, too. */
export const useMaybeSignedIn = () => use(Context);

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

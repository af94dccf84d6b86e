"use client";

import { useAddressFilters } from "@/app/ui/address-filters";
import { matching, parseAsFlag, parseAsId } from "@/app/ui/address-parsers";
import { useCan, useHasRole, useSignedIn } from "@/app/ui/signed-in";
import type { Subject } from "@/server/domain/privacy/schema";

const DEVICE = /^[\w-]{32}$/;
const SCAN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const PARSERS = {
  device: matching(DEVICE),
  scan: parseAsId,
  everywhere: parseAsFlag.withDefault(false),
};

/** Subject of the page, kept in the address. A device appears by its hash, never by its own identifier. */
export function useSubject() {
  const { person } = useSignedIn();
  const isOwner = useHasRole("owner");
  const canDecide = useCan("owner");
  const [{ device, scan, everywhere }, set] = useAddressFilters(PARSERS, { history: "push" });
  const isEverywhere = person.isAdmin && (everywhere || !isOwner);
  const subject = device ? { device } : scan ? { scan } : undefined;
  return {
    subject,
    /** Covers all producers: a choice for admins, and the only mode for admins who own no producer. */
    isEverywhere,
    /** Whether the person may make changes; owners of a suspended producer may only read. */
    canChange: isEverywhere || canDecide,
    mayChoose: person.isAdmin && isOwner,
    setSubject: (named: Subject) =>
      set("scan" in named ? { scan: named.scan, device: null } : { device: named.device, scan: null }),
    setEverywhere: (isWanted: boolean) => set({ everywhere: isWanted || null }),
  };
}

/** Subject for a typed value; undefined if the value is invalid. */
export function subjectIn(kind: "device" | "scan", text: string): Subject | undefined {
  if (kind === "scan") return SCAN.test(text) ? { scan: text } : undefined;
  return DEVICE.test(text) ? { device: text } : undefined;
}

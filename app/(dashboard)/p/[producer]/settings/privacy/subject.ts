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

/** Whose data the page shows, as it stands in the address: never what a device is called in its app. */
export function useSubject() {
  const { person } = useSignedIn();
  const isOwner = useHasRole("owner");
  const canDecide = useCan("owner");
  const [{ device, scan, everywhere }, set] = useAddressFilters(PARSERS, { history: "push" });
  const isEverywhere = person.isAdmin && (everywhere || !isOwner);
  const subject = device ? { device } : scan ? { scan } : undefined;
  return {
    subject,
    /** Over every producer: admins may, and those who own none do nothing else. */
    isEverywhere,
    /** Whether the person may make changes, too: owners of a producer that is suspended only look. */
    canChange: isEverywhere || canDecide,
    mayChoose: person.isAdmin && isOwner,
    setSubject: (named: Subject) =>
      set("scan" in named ? { scan: named.scan, device: null } : { device: named.device, scan: null }),
    setEverywhere: (isWanted: boolean) => set({ everywhere: isWanted || null }),
  };
}

/** A subject out of what somebody types; nothing where it can be none. */
export function subjectIn(kind: "device" | "scan", text: string): Subject | undefined {
  if (kind === "scan") return SCAN.test(text) ? { scan: text } : undefined;
  return DEVICE.test(text) ? { device: text } : undefined;
}

"use client";

import { useTimeout } from "@mantine/hooks";
import NextLink from "next/link";
import { useRouter as useNextRouter } from "next/navigation";
import { type ComponentProps, useMemo, useState } from "react";
import { inProducer } from "./producer-pages";
import { useMaybeSignedIn } from "./signed-in";

/** Map the address of a page, `/items`, to that page of the current producer: `/p/<id>/items`. */
export function useHref(): (href: string) => string {
  const producerId = useMaybeSignedIn()?.chosen?.producerId;
  return useMemo(() => (href: string) => inProducer(producerId, href), [producerId]);
}

/** A pointer that crosses a link on its way loads nothing; without a network nothing can be loaded. */
const INTENT_MS = 80;

type LinkProps = Omit<ComponentProps<typeof NextLink>, "href" | "prefetch"> & { href: string };

/** Link that stays with the current producer. Its page loads as soon as the pointer rests on it or it has the focus. */
export function Link({ href, onPointerEnter, onPointerLeave, onFocus, onBlur, ...rest }: LinkProps) {
  const to = useHref()(href);
  const [isMeant, setMeant] = useState(false);
  const intent = useTimeout(() => setMeant(navigator.onLine), INTENT_MS);
  const end = () => {
    intent.clear();
    setMeant(false);
  };
  return (
    <NextLink
      href={to}
      // Other windows and files have no page to load.
      prefetch={isMeant && rest.target === undefined && !to.startsWith("/api/")}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        intent.start();
      }}
      onPointerLeave={(event) => {
        onPointerLeave?.(event);
        end();
      }}
      onFocus={(event) => {
        onFocus?.(event);
        intent.start();
      }}
      onBlur={(event) => {
        onBlur?.(event);
        end();
      }}
      {...rest}
    />
  );
}

/** Router for pages of the current producer. */
export function useRouter(): { push: (href: string) => void; refresh: () => void } {
  const router = useNextRouter();
  const hrefOf = useHref();
  return useMemo(
    () => ({ push: (href: string) => router.push(hrefOf(href)), refresh: () => router.refresh() }),
    [router, hrefOf],
  );
}

"use client";

import NextLink from "next/link";
import { useRouter as useNextRouter } from "next/navigation";
import { type ComponentProps, useMemo } from "react";
import { inProducer } from "./producer-pages";
import { useMaybeSignedIn } from "./signed-in";

/** Map the address of a page, `/items`, to that page of the current producer: `/p/<id>/items`. */
export function useHref(): (href: string) => string {
  const producerId = useMaybeSignedIn()?.chosen?.producerId;
  return useMemo(() => (href: string) => inProducer(producerId, href), [producerId]);
}

type LinkProps = Omit<ComponentProps<typeof NextLink>, "href"> & { href: string };

/** Link that stays with the current producer. */
export function Link({ href, ...rest }: LinkProps) {
  return <NextLink href={useHref()(href)} {...rest} />;
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

"use client";

import NextLink from "next/link";
import { useRouter as useNextRouter } from "next/navigation";
import { type ComponentProps, useMemo } from "react";
import { inProducer } from "./producer-pages";
import { useMaybeSignedIn } from "./signed-in";

/** Turns the address of a page, `/items`, into that of the page of the producer that is shown: `/p/<id>/items`. */
export function useHref(): (href: string) => string {
  const producerId = useMaybeSignedIn()?.chosen?.producerId;
  return useMemo(() => (href: string) => inProducer(producerId, href), [producerId]);
}

type LinkProps = Omit<ComponentProps<typeof NextLink>, "href"> & { href: string };

/** A link that stays with the producer that is shown. */
export function Link({ href, ...rest }: LinkProps) {
  return <NextLink href={useHref()(href)} {...rest} />;
}

/** Goes to pages of the producer that is shown. */
export function useRouter(): { push: (href: string) => void; refresh: () => void } {
  const router = useNextRouter();
  const hrefOf = useHref();
  return useMemo(
    () => ({ push: (href: string) => router.push(hrefOf(href)), refresh: () => router.refresh() }),
    [router, hrefOf],
  );
}

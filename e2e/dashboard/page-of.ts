import type { Page } from "@playwright/test";

/** Pattern for a page of any producer: `pageOf("/items")` matches `/p/<id>/items`. */
export const pageOf = (path: string) =>
  new RegExp(`/p/[0-9a-f-]{36}${path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);

/** Id of the producer that the page belongs to. */
export const producerOf = (page: Page) => new URL(page.url()).pathname.split("/")[2] ?? "";

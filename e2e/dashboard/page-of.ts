import type { Page } from "@playwright/test";

/** The address of a page of some producer, whichever it is: `pageOf("/items")` fits `/p/<id>/items`. */
export const pageOf = (path: string) =>
  new RegExp(`/p/[0-9a-f-]{36}${path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);

/** The producer that the page is of, as its calls name it. */
export const producerOf = (page: Page) => new URL(page.url()).pathname.split("/")[2] ?? "";

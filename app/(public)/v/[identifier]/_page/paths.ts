import { publicBaseUrl } from "@/server/platform/env";

/** The public page of an item. */
export const pagePath = (identifier: string) => `/v/${encodeURIComponent(identifier)}`;

/** The page of the item that a request is for, or for something below it. */
export const pathOf = (request: Request) => new URL(request.url).pathname.split("/").slice(0, 3).join("/");

/** The thumbnail of an item, scaled down to a width in pixels. */
export const thumbnailOf = (identifier: string, width: number) =>
  `/api/v2/items/${encodeURIComponent(identifier)}/thumbnail/${width}`;

/** A path as others may follow it. */
export const absolute = (path: string) => `${publicBaseUrl}${path}`;

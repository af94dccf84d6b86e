import { publicBaseUrl } from "@/server/platform/env";

/** Path of an item's verify page. */
export const pagePath = (identifier: string) => `/v/${encodeURIComponent(identifier)}`;

/** Path of the verify page that a request, or one of its forms, belongs to. */
export const pathOf = (request: Request) => new URL(request.url).pathname.split("/").slice(0, 3).join("/");

/** Path of the owner's page of an item. */
export const ownerPath = (identifier: string, secret: string) => `${pagePath(identifier)}/owner/${secret}`;

/** Path of an item's thumbnail at a width in pixels. */
export const thumbnailOf = (identifier: string, width: number) =>
  `/api/v2/items/${encodeURIComponent(identifier)}/thumbnail/${width}`;

/** Absolute URL of a path. */
export const absolute = (path: string) => `${publicBaseUrl}${path}`;

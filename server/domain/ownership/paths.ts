import { publicBaseUrl } from "@/server/platform/env";

const pageAddress = (identifier: string) => `${publicBaseUrl}/v/${encodeURIComponent(identifier)}`;

/** The page whose button confirms an activation or a transfer. */
export const confirmAddress = (identifier: string, secret: string) =>
  `${pageAddress(identifier)}/confirm/${secret}`;

/** The page of an item's owner. */
export const ownerAddress = (identifier: string, secret: string) =>
  `${pageAddress(identifier)}/owner/${secret}`;

import type { Content } from "@/db/schema/contents";
import type { Group } from "@/db/schema/groups";
import type { Item } from "@/db/schema/items";
import { contentPath, contentUrl } from "@/server/domain/contents/view";
import type { ShownItem } from "@/server/domain/items/view";
import { geoOf, type ScanWithImages } from "@/server/domain/scans/view";
import type { Description } from "@/server/domain/shared/description";

/** The description of an item or a group as forms and pages read it; unset fields are undefined. */
export const descriptionDetail = ({ title, image, data, verificationinfos }: Description) => ({
  title: title ?? undefined,
  image: image ?? undefined,
  data,
  verificationinfos,
});

/** The producer's own item. */
export const itemDetail = (item: ShownItem & Pick<Item, "scans" | "fakes">) => ({
  ...descriptionDetail(item),
  identifier: item.identifier,
  isInvalidated: item.invalidatedAt !== null,
  scans: item.scans,
  fakes: item.fakes,
  createdAt: item.createdAt,
  updatedAt: item.updatedAt,
});

/** The producer's own group. */
export const groupDetail = (group: Group) => ({ ...descriptionDetail(group), id: group.id });

/** A scan as its producer and admins read it. */
export const scanDetail = (scan: ScanWithImages) => ({
  id: scan.id,
  producerId: scan.producerId,
  identifier: scan.identifier,
  copyclassification: scan.copyclassification,
  timestamp: scan.timestamp,
  country: scan.country,
  place:
    scan.latitude === null || scan.longitude === null
      ? null
      : { latitude: scan.latitude, longitude: scan.longitude },
  /** Origin of place and country, unless the device sent them. */
  geo: geoOf(scan),
  os: scan.os,
  softwareversion: scan.softwareversion,
  device: scan.device,
  creator: scan.creator,
  data: scan.data,
  softwareInfo: scan.softwareInfo,
  deviceInfo: scan.deviceInfo,
  /** Ids of files. */
  images: scan.images,
  isDataDropped: scan.dataDropped,
  erasedAt: scan.erasedAt,
});

/** A file of the producer. */
export const contentDetail = ({ id, name, description, contentType, size, createdAt, scanId }: Content) => ({
  id,
  name,
  description,
  contentType,
  size,
  createdAt,
  scanId,
  url: contentUrl(id),
  path: contentPath(id),
});

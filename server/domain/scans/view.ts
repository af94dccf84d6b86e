import type { z } from "zod";
import type { Item } from "@/db/schema/items";
import type { Scan } from "@/db/schema/scans";
import { ANONYMOUS, type Caller } from "@/server/core/caller";
import { hasScope } from "@/server/core/scopes";
import { jsonObject } from "@/server/data/json-text";
import { contentUrl } from "@/server/domain/contents/view";
import { itemView } from "@/server/domain/items/view";
import { merged } from "@/server/domain/shared/describable";
import { scannedVerificationInfo } from "@/server/domain/shared/verification-info";
import { localiser } from "./localise";
import type { RecordedScan } from "./record";
import type { ScanAnswer as AddScanAnswer, ScanEnvelope } from "./schema";

type ScanAnswer = z.input<typeof AddScanAnswer>;

/** Adds the ids of the contents that are a scan's images, newest first. */
export type WithImages<S> = S & { images: string[] };
export type ScanWithImages = WithImages<Scan>;

/** A scan whose JSON columns are unparsed text of the database. */
export type ScanAsText = Omit<Scan, "data" | "softwareInfo" | "deviceInfo"> & {
  data: string;
  softwareInfo: string | null;
  deviceInfo: string | null;
};

/** The origin of place and country unless the device sent them: `area` for a coarse place, `ip` for the caller's address. */
export function geoOf({
  latitude,
  country,
  coarse,
  erasedAt,
}: Pick<Scan, "latitude" | "country" | "coarse" | "erasedAt">) {
  if (coarse) return "area";
  return latitude === null && country !== null && erasedAt === null ? "ip" : undefined;
}

/** A scan as its scanner sees it; unset fields are omitted. `images` are ids of contents, newest first. */
export function scanView(scan: Omit<Scan, "itemId">, images: string[] = []): ScanAnswer["scan"] {
  const { latitude, longitude } = scan;
  const urls = images.map(contentUrl);
  return {
    id: scan.id,
    data: {
      identifier: scan.identifier,
      copyclassification: scan.copyclassification,
      location: latitude === null || longitude === null ? undefined : { _lat: latitude, _long: longitude },
      country: scan.country ?? undefined,
      continent: scan.continent ?? undefined,
      data: scan.data,
      timestamp: scan.timestamp.getTime(),
      creator: scan.creator ?? "unknown",
      os: scan.os ?? undefined,
      device: scan.device ?? undefined,
      softwareversion: scan.softwareversion ?? undefined,
      image: urls[0],
      images: urls.length > 0 ? urls : undefined,
      _geo: geoOf(scan),
      _erased: scan.erasedAt?.getTime(),
      _owner: scan.producerId,
    },
  };
}

/** A scan as its producer reads it, with `softwareInfo` and `deviceInfo`. */
export function ownedScanView(scan: ScanWithImages): z.input<typeof ScanEnvelope> {
  const { id, data } = scanView(scan, scan.images);
  const ownerFields = {
    softwareInfo: scan.softwareInfo ?? undefined,
    deviceInfo: scan.deviceInfo ?? undefined,
    _dropped: scan.dataDropped || undefined,
  };
  return { id, data: Object.assign(data, ownerFields) };
}

/** A scan as its producer reads it, as JSON: the database's JSON text is passed on unparsed, since it may be large. */
export function ownedScanJson({ data, softwareInfo, deviceInfo, ...scan }: WithImages<ScanAsText>): string {
  const { id, data: fields } = scanView(
    { ...scan, data: {}, softwareInfo: null, deviceInfo: null },
    scan.images,
  );
  const { data: _empty, ...rest } = fields;
  return jsonObject({ id: JSON.stringify(id), data: jsonObject({ data, softwareInfo, deviceInfo }, rest) });
}

/** An item as scan-related answers write it, with `visibility` in its verification infos. */
const withScanSpelling = ({ id, data }: ReturnType<typeof itemView>) => ({
  id,
  data: { ...data, verificationinfos: data.verificationinfos.map(scannedVerificationInfo) },
});

/** The item of a list of scans, as its producer reads it; reduced for a token that may not read items. */
export const listedItemView = (item: Item, caller: Caller) =>
  withScanSpelling(itemView(item, hasScope(caller, "items:read") ? caller : ANONYMOUS));

/** Add Scan's answer for any scanner: the merged, reduced item in the requested locale, and the scan. */
export function scanAnswerView(
  { item, scan, imageUrl }: RecordedScan,
  wantedLocale: string | null,
): { locale: string; answer: ScanAnswer } {
  const texts = localiser(item, item.group)(wantedLocale);
  const { title, data, verificationinfos } = merged(texts.item, texts.group);
  return {
    locale: texts.locale,
    answer: {
      identifier: {
        id: item.identifier,
        data: {
          identifier: item.identifier,
          title: title ?? undefined,
          data,
          verificationinfos: verificationinfos.map(scannedVerificationInfo),
          invalidated: item.invalidated ? true : undefined,
          _group: item.groupId ?? undefined,
          imageUrl,
        },
      },
      scan: scanView(scan),
    },
  };
}

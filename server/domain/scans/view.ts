import type { VerificationInfo } from "@/db/json";
import type { Item } from "@/db/schema/items";
import type { Scan } from "@/db/schema/scans";
import type { Caller } from "@/server/auth/caller";
import { itemView } from "@/server/domain/items/view";
import { descriptionFields, merged } from "@/server/domain/shared/describable";
import { scannedVerificationInfo } from "@/server/domain/shared/verification-info";
import { localised } from "./localise";
import type { RecordedScan } from "./record";

/** A scan as Add Scan answers it. */
export function scanView(scan: Omit<Scan, "itemId">) {
  const { latitude, longitude, country, continent, os, device, softwareversion } = scan;
  return {
    id: scan.id,
    data: {
      identifier: scan.identifier,
      copyclassification: scan.copyclassification,
      ...(latitude === null || longitude === null ? {} : { location: { _lat: latitude, _long: longitude } }),
      ...(country === null ? {} : { country }),
      ...(continent === null ? {} : { continent }),
      data: scan.data,
      timestamp: scan.timestamp.getTime(),
      creator: scan.creator ?? "unknown",
      ...(os === null ? {} : { os }),
      ...(device === null ? {} : { device }),
      ...(softwareversion === null ? {} : { softwareversion }),
      _owner: scan.producerId,
    },
  };
}

/** A scan as its producer reads it: with what the scanner told of software and device. */
export function ownedScanView(scan: Scan) {
  const { id, data } = scanView(scan);
  const { softwareInfo, deviceInfo } = scan;
  return {
    id,
    data: {
      ...data,
      ...(softwareInfo === null ? {} : { softwareInfo }),
      ...(deviceInfo === null ? {} : { deviceInfo }),
    },
  };
}

/** An item as scan-related answers spell it: `visibility` in its verification infos. */
const spelledForScans = <Data extends { verificationinfos: VerificationInfo[] }>(id: string, data: Data) => ({
  id,
  data: { ...data, verificationinfos: data.verificationinfos.map(scannedVerificationInfo) },
});

/** The item of a list of scans, as its producer reads it. */
export function listedItemView(item: Item, caller: Caller) {
  const { id, data } = itemView(item, caller);
  return spelledForScans(id, data);
}

/** Add Scan's answer for any scanner: the merged, reduced item in the wanted locale, and the scan. */
export function scanAnswerView({ item, scan }: RecordedScan, wantedLocale: string | null) {
  const texts = localised(item, item.group, wantedLocale);
  const { image, ...fields } = descriptionFields(merged(texts.item, texts.group));
  const identifier = spelledForScans(item.identifier, {
    identifier: item.identifier,
    ...fields,
    ...(item.invalidated ? { invalidated: true } : {}),
    ...(item.groupId === null ? {} : { _group: item.groupId }),
    ...(image?.match(/^https?:\/\//i) ? { imageUrl: image } : {}),
  });
  return { locale: texts.locale, answer: { identifier, scan: scanView(scan) } };
}

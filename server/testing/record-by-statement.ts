import type { Ctx } from "@/server/core/ctx";
import { recordScans } from "@/server/domain/scans/commit";
import { newId } from "@/server/platform/ids";

const WITHOUT_DETAILS = {
  sandbox: 0,
  copyclassification: "original",
  latitude: null,
  longitude: null,
  country: null,
  continent: null,
  data: {},
  softwareInfo: {},
  deviceInfo: {},
  os: null,
  device: null,
  softwareversion: null,
  creator: null,
};

/** Records a scan of each item by the statement for real scans, in the transaction of `db`, if it has one. */
export function recordByStatement({ db }: Pick<Ctx, "db">, identifiers: string[], shared = false) {
  const scans = identifiers.map((identifier) => ({
    ...WITHOUT_DETAILS,
    id: newId(),
    identifier,
    timestamp: new Date(),
  }));
  return db.execute(recordScans(JSON.stringify(scans), "[]", shared));
}

import type { JsonValue } from "@/db/json";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { hintOf } from "@/server/domain/privacy/hint";
import { newId } from "@/server/platform/ids";
import type { ExportedList, ExportFormat } from "./schema";

/** The numbers of filters are times. Of a device's hash only a hint stays, since no erasure reaches the audit log. */
function shown(key: string, value: JsonValue): JsonValue {
  if (key === "device" && typeof value === "string") return hintOf({ device: value });
  return typeof value === "number" ? new Date(value).toISOString() : value;
}

function filterChanges(wish: ExportedList) {
  if (wish.list === "selectedItems") return [{ path: "/count", to: wish.filter.identifiers.length }];
  const values: [string, JsonValue | undefined][] = Object.entries(wish.filter);
  const sort = "sort" in wish ? wish.sort : undefined;
  return [
    ...values.flatMap(([key, value]) =>
      value === undefined ? [] : [{ path: `/filter/${key}`, to: shown(key, value) }],
    ),
    ...(sort ? [{ path: "/sort", to: `${sort.descending ? "-" : ""}${sort.by}` }] : []),
  ];
}

/** Records an export in the audit log: list, format, filter and order or number of selected items, and chosen columns. */
export function recordExport(
  ctx: Ctx,
  wish: ExportedList,
  { format, columns }: { format: ExportFormat; columns: readonly string[] | undefined },
): Promise<void> {
  const { producerId } = callingProducer(ctx);
  const changes = [
    { path: "/format", to: format },
    ...filterChanges(wish),
    ...(columns ? [{ path: "/columns", to: [...columns] }] : []),
  ];
  return inTransaction(ctx, (ctx) =>
    wish.list === "scans"
      ? recordAuditEvent(ctx, "scansExported", { producerId, id: newId(), name: format, changes })
      : recordAuditEvent(ctx, "listExported", {
          producerId,
          id: producerId,
          name: wish.list === "selectedItems" ? "items" : wish.list,
          changes,
        }),
  );
}

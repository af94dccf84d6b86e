import type { JsonValue } from "@/db/json";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { newId } from "@/server/platform/ids";
import type { ExportedList, ExportFormat } from "./schema";

/** The numbers of filters are times. */
const shown = (value: JsonValue): JsonValue =>
  typeof value === "number" ? new Date(value).toISOString() : value;

const filterChanges = (filter: Readonly<Record<string, JsonValue | undefined>>) =>
  Object.entries(filter).flatMap(([key, value]) =>
    value === undefined ? [] : [{ path: `/filter/${key}`, to: shown(value) }],
  );

/** Records an export in the audit log: list, format, filter and chosen columns. */
export function recordExport(
  ctx: Ctx,
  { list, filter }: ExportedList,
  { format, columns }: { format: ExportFormat; columns: readonly string[] | undefined },
): Promise<void> {
  const { producerId } = callingProducer(ctx);
  const changes = [
    { path: "/format", to: format },
    ...filterChanges(filter),
    ...(columns ? [{ path: "/columns", to: [...columns] }] : []),
  ];
  return inTransaction(ctx, (ctx) =>
    list === "scans"
      ? recordAuditEvent(ctx, "scansExported", { producerId, id: newId(), name: format, changes })
      : recordAuditEvent(ctx, "listExported", { producerId, id: producerId, name: list, changes }),
  );
}

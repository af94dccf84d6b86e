import type { z } from "zod";
import type { RowFault } from "@/db/schema/imports";
import type { AppError } from "@/server/core/errors";
import { faultsOfJson, MAX_BODY_BYTES } from "@/server/core/json-faults";
import { jsonBytes } from "@/server/data/json-bytes";
import type { DescribableInput } from "@/server/domain/shared/describable";
import type { Column } from "@/server/domain/tables/columns";

const MAX_FAULTS = 10;

/** The header of the column that has a field of an input. */
function headerOf(columns: readonly (Column | null)[], path: readonly PropertyKey[]): string | undefined {
  const [field, key] = path.map(String);
  const isOf = (column: Column) => {
    if (field === "identifier") return column.of === "key";
    if (field === "data") return column.of === "data" && column.key === key;
    return column.of === (field === "verificationinfos" ? "infos" : field);
  };
  return columns.find((column) => column && isOf(column))?.header ?? undefined;
}

/** A refusal of a row in the words of the service. */
export const refusal = (detail: string, column?: string | undefined, value?: string): RowFault => ({
  ...(column === undefined ? {} : { column }),
  ...(value === undefined ? {} : { value }),
  reason: "refused",
  detail,
});

/** The fault of a row whose item or group is refused as a whole, in the words of the refusal. */
export const faultOf = ({ code, message }: AppError, columns: readonly (Column | null)[]): RowFault => ({
  ...refusal(message, headerOf(columns, ["identifier"])),
  code,
});

const segmentsOf = (pointer: string) =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Checks an input as a call of the API does: the same schema, bounds and words. */
export function validated<Input extends DescribableInput>(
  schema: z.ZodType<Input>,
  input: DescribableInput,
  columns: readonly (Column | null)[],
): { input: Input } | { faults: RowFault[] } {
  const body = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const faults = faultsOfJson(body).map(({ pointer, message }) =>
    refusal(message, headerOf(columns, segmentsOf(pointer))),
  );
  // Values that are nested too deeply cannot be measured.
  if (faults.length === 0 && jsonBytes(body) > MAX_BODY_BYTES)
    faults.push(refusal(`The body is larger than ${MAX_BODY_BYTES} bytes.`));
  const parsed = schema.safeParse(body);
  const issues = parsed.success ? [] : parsed.error.issues;
  faults.push(...issues.map(({ path, message }) => refusal(message, headerOf(columns, path))));
  if (faults.length > 0) return { faults: faults.slice(0, MAX_FAULTS) };
  if (!parsed.success) throw parsed.error;
  return { input: parsed.data };
}

import type { Import } from "@/db/schema/imports";
import { faulty } from "@/server/core/errors";
import { columnOf, readColumns } from "@/server/domain/tables/columns";

type Mapping = readonly (string | null)[];

const namesIn = (mapping: Mapping) => mapping.flatMap((name) => (name === null ? [] : [name]));

/** Refuses a mapping that does not fit the file, or has an unknown field. @throws 400 */
export function refuseUnknownFields({ kind, headers }: Import, mapping: Mapping): void {
  if (mapping.length !== headers.length)
    throw faulty([{ pointer: "/mapping", message: "must have an entry for each column" }]);
  const unknown = mapping.flatMap((name, at) => (name !== null && !columnOf(kind, name) ? [at] : []));
  if (unknown.length > 0)
    throw faulty(unknown.map((at) => ({ pointer: `/mapping/${at}`, message: "is no field" })));
}

/** Refuses a mapping that cannot be imported: with a field twice, or without identifiers. @throws 400 */
export function refuseFaultyMapping({ kind, mapping }: Import): void {
  const { duplicates } = readColumns(kind, namesIn(mapping));
  if (duplicates.length > 0)
    throw faulty(
      duplicates.map((name) => ({ pointer: `/mapping/${name}`, message: "is another column's field" })),
    );
  if (kind === "items" && !namesIn(mapping).some((name) => columnOf(kind, name)?.of === "key"))
    throw faulty([{ pointer: "/mapping", message: "must name the column of the identifiers" }]);
}

import { readFileSync } from "node:fs";
import { getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { DERIVED, MOVED, OF_CELL, PEOPLE_IN, producerOf } from "@/db/producer-tables";

// Holds decision 0067.

const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const modules = import.meta.glob<Record<string, unknown>>("../../db/schema/*.ts", { eager: true });
const names = Object.values(modules).flatMap((module) =>
  Object.values(module).flatMap((value) => (is(value, PgTable) ? [getTableName(value)] : [])),
);

test("each table moves with a producer, follows from its rows, or belongs to a cell", () => {
  const listed = [...MOVED.map(({ name }) => name), ...DERIVED, ...OF_CELL];
  expect(listed.toSorted()).toEqual([...new Set(names)].toSorted());
});

test("each table that moves has the fence that notes its producer", () => {
  const migration = [
    "0050_cells",
    "0053_request-log",
    "0056_identifiers-of-sandboxes",
    "0062_code-patterns",
    "0063_alert-notices",
    "0064_cases",
    "0066_evidence-packs",
    "0067_ownership",
    "0068_inspections",
  ]
    .map((name) => readFileSync(`db/migrations/${name}.sql`, "utf8"))
    .join("\n");
  for (const table of MOVED) {
    const of = producerOf(table).replaceAll("'", "''").replaceAll(/\s+/g, " ");
    expect(migration).toContain(
      `ON ${table.name} FOR EACH ROW\n  EXECUTE FUNCTION fence_producer('${of}', '${table.key.join(",")}')`,
    );
    expect(migration).toContain(`ALTER TABLE ${table.name} DISABLE TRIGGER cell_fence;`);
  }
});

test("each column of a table that moves and that refers to people is known", () => {
  const tables = Object.values(modules).flatMap((module) =>
    Object.values(module).flatMap((value) => (is(value, PgTable) ? [value] : [])),
  );
  const found = new Map<string, Set<string>>();
  for (const table of tables) {
    const { name, foreignKeys } = getTableConfig(table);
    // Where people sign in is of their cell.
    if (OF_CELL.includes(name)) continue;
    for (const key of foreignKeys) {
      const { columns, foreignTable } = key.reference();
      const to = getTableName(foreignTable);
      const [column] = columns;
      if ((to === "people" || to === "memberships") && column)
        found.set(name, (found.get(name) ?? new Set()).add(toSnakeCase(column.name)));
    }
  }
  const known = Object.entries(PEOPLE_IN).map(([name, columns]) => [name, columns.toSorted()]);
  const wanted = [...found].map(([name, columns]) => [name, [...columns].toSorted()]);
  expect(wanted.toSorted()).toEqual(known.toSorted());
});

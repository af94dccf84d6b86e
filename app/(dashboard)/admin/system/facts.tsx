"use client";

import type { ReactNode } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { useBytes } from "@/app/ui/bytes";
import { Moment } from "@/app/ui/moment";
import { LoopFact } from "./loop-fact";
import type { SystemState } from "./types";

/** One fact about a subject: its name and its value. */
export type Fact = [name: string, value: ReactNode];

const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** Formats a duration in its largest unit. */
function useSpan() {
  const format = useFormatter();
  return (seconds: number) => {
    const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? (["second", 1] as const);
    return format.number(Math.floor(seconds / length), { style: "unit", unit, unitDisplay: "long" });
  };
}

/** The facts of each subject, in words. */
export function useFacts({
  service,
  database,
  deliveries,
  loops,
  scans,
  disk,
  backup,
}: SystemState["facts"]) {
  const t = useTranslations("admin.system");
  const format = useFormatter();
  const bytes = useBytes();
  const span = useSpan();
  const { durable, migrations, connections } = database;
  const space = (of: (typeof disk)["data"]) =>
    of ? t("freeOf", { free: bytes(of.free), size: bytes(of.size) }) : t("notThere");
  return {
    service: [
      [t("version"), `${service.version} (${service.build.hash.slice(0, 8)})`],
      ["Node.js", service.node],
      [t("up"), span(service.upSeconds)],
      [t("memory"), bytes(service.memoryBytes)],
      [t("migrations"), t("migrationsOf", migrations)],
      [t("scans"), format.number(scans.sinceLastHour)],
    ],
    database: [
      ["PostgreSQL", database.version],
      [t("size"), bytes(database.bytes)],
      [t("connections"), t("connectionsOf", connections)],
      ["fsync", durable.fsync],
      ["full_page_writes", durable.fullPageWrites],
      ["synchronous_commit", durable.synchronousCommit],
    ],
    deliveries: [
      [t("waiting"), `${format.number(deliveries.waiting)}${deliveries.isMore ? "+" : ""}`],
      [
        t("oldest"),
        deliveries.oldestDueSeconds === null ? t("noneDue") : span(Math.max(0, deliveries.oldestDueSeconds)),
      ],
      [t("attempts"), format.number(deliveries.attempts)],
      [t("failures"), format.number(deliveries.failures)],
      ...(deliveries.unreadableHooks > 0
        ? [[t("unreadableHooks"), format.number(deliveries.unreadableHooks)] satisfies Fact]
        : []),
    ],
    loops:
      loops.length === 0
        ? [[t("loops"), t("noLoops")]]
        : loops.map(
            (loop): Fact => [t(`loop.${loop.loop}`), <LoopFact key={loop.loop} loop={loop} span={span} />],
          ),
    disk: [
      [t("data"), space(disk.data)],
      [t("derivatives"), space(disk.derivatives)],
    ],
    backup: backup
      ? [
          [t("lastBackup"), <Moment key="at" at={backup.at} />],
          [t("place"), backup.place],
          [t("lastTrial"), backup.verifiedAt ? <Moment key="tried" at={backup.verifiedAt} /> : t("noBackup")],
        ]
      : [[t("lastBackup"), t("noBackup")]],
  } satisfies Record<string, Fact[]>;
}

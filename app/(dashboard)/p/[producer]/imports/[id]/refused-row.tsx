"use client";

import { Button, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import classes from "../imports.module.css";
import type { ShownRow } from "../types";
import { useReason } from "./reasons";

interface RefusedRowProps {
  /** The import. */
  id: string;
  row: ShownRow;
  headers: readonly string[];
}

/** One refused row: its faulty cells to correct, and on request all others. */
export function RefusedRow({ id, row, headers }: RefusedRowProps) {
  const t = useTranslations("imports.refused");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const reason = useReason();
  const canEdit = useCan("editor");
  const faulty = new Set(row.faults.flatMap(({ column }) => (column === undefined ? [] : [column])));
  const [showsAll, setShowsAll] = useState(faulty.size === 0);
  const [texts, setTexts] = useState<ReadonlyMap<number, string>>(new Map());
  const correct = useMutation(
    trpc.imports.correct.mutationOptions({
      onSuccess: async (_, { cells }) => {
        const sent = new Map(cells.map(({ column, text }) => [column, text]));
        // What was typed meanwhile stays.
        setTexts((now) => new Map([...now].filter(([column, text]) => sent.get(column) !== text)));
        toast.done(t("saved", { row: row.number }));
        await client.invalidateQueries(trpc.imports.pathFilter());
      },
      onError: toast.failed,
    }),
  );
  const save = (event: FormEvent) => {
    event.preventDefault();
    const cells = [...texts].map(([column, text]) => ({ column, text }));
    correct.mutate({ id, row: row.number, cells });
  };
  const general = row.corrected ? [] : row.faults.filter(({ column }) => column === undefined);
  // An internal error may not repeat: such a row can be imported again as it is.
  const canRepeat = general.some(({ reason }) => reason === "internal");
  return (
    <li>
      <form className={classes.row} onSubmit={save} aria-label={t("row", { row: row.number })}>
        <div className={classes.rowHead}>
          <strong>{t("row", { row: row.number })}</strong>
          {row.corrected && <span className={classes.sample}>{t("corrected")}</span>}
        </div>
        {general.map((fault) => (
          <p key={fault.reason} className={classes.reason}>
            {reason(fault)}
          </p>
        ))}
        <div className={classes.cells}>
          {headers.map((header, at) => {
            if (!showsAll && !faulty.has(header)) return null;
            const fault = row.faults.find(({ column }) => column === header);
            const cell = row.cells[at];
            return (
              <Textarea
                key={header}
                label={header}
                autosize
                maxRows={6}
                value={texts.get(at) ?? cell?.text ?? ""}
                disabled={!canEdit || cell?.isCut === true}
                error={fault && !row.corrected ? reason(fault) : undefined}
                {...(cell?.isCut ? { description: t("cut") } : {})}
                onChange={({ currentTarget: { value } }) =>
                  setTexts((before) => new Map([...before, [at, value]]))
                }
              />
            );
          })}
        </div>
        <div className={classes.rowFoot}>
          {canEdit && (
            <Button
              type="submit"
              size="compact-sm"
              loading={correct.isPending}
              disabled={texts.size === 0 && !canRepeat}
            >
              {t("save", { row: row.number })}
            </Button>
          )}
          {faulty.size > 0 && (
            <Button size="compact-sm" variant="subtle" onClick={() => setShowsAll(!showsAll)}>
              {t(showsAll ? "fewer" : "all")}
            </Button>
          )}
        </div>
      </form>
    </li>
  );
}

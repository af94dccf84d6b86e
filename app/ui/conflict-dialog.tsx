"use client";

import { Button, Group, Radio, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import type { Difference } from "./conflict";
import classes from "./conflict-dialog.module.css";
import { Dialog } from "./dialog";
import { Moment } from "./moment";

interface ConflictDialogProps<Field extends string> {
  /** Author and time of the latest save, if known. */
  saved: { by: string | null; at: Date | null };
  differences: Difference<Field>[];
  /** Label of a field and its two values, as the form shows them. */
  show: (field: Field) => { label: string; mine: ReactNode; theirs: ReactNode };
  /** Returns to the form with all input unchanged. */
  onClose: () => void;
  /** Continues with the saved values of these fields and the typed values of all others. */
  onChoose: (theirs: ReadonlySet<string>) => void;
}

/** Asks for each field whether to keep the typed value or the one that another person saved meanwhile. */
export function ConflictDialog<Field extends string>({
  saved: { by, at },
  differences,
  show,
  onClose,
  onChoose,
}: ConflictDialogProps<Field>) {
  const t = useTranslations("common.conflict");
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(
    () => new Set(differences.flatMap(({ field, suggested }) => (suggested === "theirs" ? [field] : []))),
  );
  const choose = (field: string, side: string) => {
    const others = [...theirs].filter((each) => each !== field);
    setTheirs(new Set(side === "theirs" ? [...others, field] : others));
  };
  return (
    <Dialog opened onClose={onClose} title={t("title")} size="lg">
      <Stack>
        <div>
          {by === null || at === null
            ? t("saved")
            : t.rich("savedBy", { name: by, at: () => <Moment at={at} /> })}{" "}
          {t(differences.length === 0 ? "same" : "choose")}
        </div>
        {differences.map(({ field }) => {
          const shown = show(field);
          return (
            <Radio.Group
              key={field}
              className={classes.field ?? ""}
              label={shown.label}
              value={theirs.has(field) ? "theirs" : "mine"}
              onChange={(side) => choose(field, side)}
            >
              <div className={classes.sides}>
                <Radio value="mine" label={t("mine")} description={shown.mine} />
                <Radio value="theirs" label={t("theirs")} description={shown.theirs} />
              </div>
            </Radio.Group>
          );
        })}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t("edit")}
          </Button>
          <Button onClick={() => onChoose(theirs)} data-autofocus>
            {t("action")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

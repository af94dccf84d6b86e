"use client";

import { Button } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useLazyMenu } from "../lazy-menu";
import { hasSame } from "./column-set";
import type { ChosenColumns } from "./use-columns";

const load = () => import("./column-popover");

interface ColumnChoiceProps<Name extends string> extends ChosenColumns<Name> {
  /** The optional columns, with their names. */
  of: Record<Name, { header: string; isInFirst?: true }>;
}

/** Button that chooses and orders the columns of a list. */
export function ColumnChoice<Name extends string>({ set, shown, choose, of }: ColumnChoiceProps<Name>) {
  const t = useTranslations("common.columns");
  const opening = useState(false);
  const { button, frame, Loaded } = useLazyMenu(load, opening, "dialog");
  const isDefault = hasSame(shown, set.shown) && shown.every((name, at) => name === set.shown[at]);
  const own: readonly string[] = shown;
  const entries = [...shown, ...set.all.filter((name) => !shown.includes(name))].map((name) => ({
    name,
    label: of[name].header,
    isFixed: of[name].isInFirst === true,
    isShown: own.includes(name),
  }));
  const chooseNamed = (names: string[]) =>
    choose(names.flatMap((name) => set.all.find((one) => one === name) ?? []));
  return (
    <>
      <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />} {...button}>
        {t("choose")}
      </Button>
      {Loaded && (
        <Loaded
          frame={frame}
          first={entries}
          onChoose={chooseNamed}
          onReset={isDefault ? undefined : () => choose([...set.shown])}
        />
      )}
    </>
  );
}

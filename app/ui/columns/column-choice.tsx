"use client";

import { Button, Popover } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useToast } from "../toast";
import type { ColumnOrder } from "./column-order";
import { hasSame } from "./column-set";
import classes from "./columns.module.css";
import type { ChosenColumns } from "./use-columns";

interface ColumnChoiceProps<Name extends string> extends ChosenColumns<Name> {
  /** The optional columns, with their names. */
  of: Record<Name, { header: string; isInFirst?: true }>;
}

/** Button that chooses and orders the columns of a list. */
export function ColumnChoice<Name extends string>({ set, shown, choose, of }: ColumnChoiceProps<Name>) {
  const t = useTranslations("common.columns");
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  // Loaded before the popover opens, so that the focus finds its content.
  const [Order, setOrder] = useState<typeof ColumnOrder>();
  const open = () =>
    import("./column-order").then((loaded) => {
      setOrder(() => loaded.ColumnOrder);
      setOpen(true);
    }, toast.failed);
  const isDefault = hasSame(shown, set.shown) && shown.every((name, at) => name === set.shown[at]);
  const own: readonly string[] = shown;
  // The popover closes, because its entries keep their places while it is open.
  const reset = () => {
    choose([...set.shown]);
    setOpen(false);
  };
  const entries = [...shown, ...set.all.filter((name) => !shown.includes(name))].map((name) => ({
    name,
    label: of[name].header,
    isFixed: of[name].isInFirst === true,
    isShown: own.includes(name),
  }));
  const chooseNamed = (names: string[]) =>
    choose(names.flatMap((name) => set.all.find((one) => one === name) ?? []));
  return (
    <Popover
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      opened={isOpen}
      onChange={setOpen}
      // Its width does not follow the button's.
      width="max-content"
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconColumns3 size={16} aria-hidden />}
          onClick={() => (isOpen ? setOpen(false) : void open())}
        >
          {t("choose")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("choose")} className={classes.dropdown ?? ""}>
        {Order && <Order first={entries} onChoose={chooseNamed} />}
        {!isDefault && (
          <Button size="compact-sm" variant="subtle" onClick={reset}>
            {t("reset")}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

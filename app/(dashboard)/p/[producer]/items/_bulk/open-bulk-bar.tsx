"use client";

import { Button, Menu } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconBoxMultiple, IconBoxOff, IconChevronUp, IconPencil } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { CopyButton } from "@/app/ui/copy-button";
import type { Selection } from "@/app/ui/selection";
import { SelectionBar } from "@/app/ui/selection-bar";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPCClient } from "@/app/ui/trpc";
import type { ItemFilter, ItemSort } from "../types";
import { type BulkAction, exportOf, useItemChange } from "./use-item-change";

/** The breakpoint `sm` of the buttons beside the menu. */
const NARROW = "(max-width: 47.99em)";

const ExportDialog = dynamic(() => import("@/app/ui/export/export-dialog"), { ssr: false });
const Dialogs = dynamic(() => import("./dialogs"), { ssr: false });

export interface BulkBarProps {
  selection: Selection;
  filter: ItemFilter;
  /** The order of an export of all that match. */
  sort?: ItemSort | undefined;
  /** Whether the list has rows that are not selected. */
  hasOthers: boolean;
  /** The group whose items the list has: they leave that one only, and none can join one. */
  ofGroup?: string;
  /** Prints labels of the selected items, where the page can. */
  onPrint?: () => void;
}

/** Bar with the actions on selected items. */
export default function OpenBulkBar({ selection, filter, sort, hasOthers, ofGroup, onPrint }: BulkBarProps) {
  const t = useTranslations("items.bulk");
  const tItems = useTranslations("items");
  const client = useTRPCClient();
  const toast = useToast();
  const canEdit = useCan("editor");
  // The arrow keys of menus stop at entries that CSS hides.
  const isNarrow = useMediaQuery(NARROW) ?? false;
  const [action, setAction] = useState<BulkAction>();
  const [isExporting, setExporting] = useState(false);
  const { change, isPending } = useItemChange(selection, filter);
  const leave = () => void change({ action: "removeFromGroup", groupId: ofGroup }).catch(toast.failed);
  return (
    <>
      <SelectionBar
        selection={selection}
        hasOthers={hasOthers}
        countAll={() => client.items.count.query({ filter: filter ?? {} })}
      >
        {canEdit && (
          <>
            {ofGroup ? (
              <Button
                size="compact-sm"
                variant="default"
                visibleFrom="sm"
                leftSection={<IconBoxOff size={14} aria-hidden />}
                onClick={leave}
              >
                {t("leave")}
              </Button>
            ) : (
              <Button
                size="compact-sm"
                variant="default"
                visibleFrom="sm"
                leftSection={<IconBoxMultiple size={14} aria-hidden />}
                onClick={() => setAction("group")}
              >
                {t("group.title")}
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="default"
              visibleFrom="sm"
              leftSection={<IconPencil size={14} aria-hidden />}
              onClick={() => setAction("field")}
            >
              {t("field.title")}
            </Button>
          </>
        )}
        {/* Fixed like the bar: the menu does not follow it a frame later when the page scrolls. */}
        <Menu position="top-end" shadow="md" floatingStrategy="fixed">
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="default"
              loading={isPending}
              rightSection={<IconChevronUp size={14} aria-hidden />}
            >
              {t("actions")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown aria-label={t("actions")}>
            {canEdit && (
              <>
                {isNarrow && !ofGroup && (
                  <Menu.Item onClick={() => setAction("group")}>{t("group.title")}</Menu.Item>
                )}
                {(isNarrow || !ofGroup) && <Menu.Item onClick={leave}>{t("leave")}</Menu.Item>}
                {isNarrow && <Menu.Item onClick={() => setAction("field")}>{t("field.title")}</Menu.Item>}
              </>
            )}
            <Menu.Item onClick={() => setExporting(true)}>{t("export")}</Menu.Item>
            {onPrint && <Menu.Item onClick={onPrint}>{t("labels")}</Menu.Item>}
            {canEdit && (
              <>
                <Menu.Divider />
                <Menu.Item c="var(--mantine-color-error)" onClick={() => setAction("invalidate")}>
                  {t("invalidate.title")}
                </Menu.Item>
                <Menu.Item c="var(--mantine-color-error)" onClick={() => setAction("delete")}>
                  {t("delete.title")}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
        {!selection.all && (
          <CopyButton value={[...selection.selected].join("\n")} what={tItems("theirIdentifiers")} />
        )}
      </SelectionBar>
      {isExporting && (
        <ExportDialog
          wish={exportOf(selection, filter, sort)}
          shown={undefined}
          onClose={() => setExporting(false)}
        />
      )}
      {canEdit && action && (
        <Dialogs action={action} selection={selection} filter={filter} onClose={() => setAction(undefined)} />
      )}
    </>
  );
}

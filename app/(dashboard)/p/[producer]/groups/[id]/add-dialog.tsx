"use client";

import { Tabs } from "@mantine/core";
import { IconClipboardList, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "@/app/ui/dialog";
import { AddByList } from "./add-by-list";
import { AddBySearch } from "./add-by-search";

interface AddDialogProps {
  /** Id of the group. */
  id: string;
  opened: boolean;
  onClose: () => void;
}

/** Dialog that adds items to a group, by search or by list. */
export default function AddDialog({ id, opened, onClose }: AddDialogProps) {
  const t = useTranslations("groups.add");
  // While a list is being added the dialog stays open, otherwise its results would be lost.
  const [busy, setBusy] = useState(false);
  return (
    <Dialog opened={opened} onClose={() => !busy && onClose()} title={t("title")} size="40rem" isBusy={busy}>
      {opened && (
        <Tabs defaultValue="search" keepMounted={false}>
          <Tabs.List aria-label={t("how")} mb="md">
            <Tabs.Tab value="search" disabled={busy} leftSection={<IconSearch size={16} aria-hidden />}>
              {t("bySearch")}
            </Tabs.Tab>
            <Tabs.Tab value="list" leftSection={<IconClipboardList size={16} aria-hidden />}>
              {t("byList")}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="search">
            <AddBySearch id={id} />
          </Tabs.Panel>
          <Tabs.Panel value="list">
            <AddByList id={id} busy={busy} onBusy={setBusy} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Dialog>
  );
}

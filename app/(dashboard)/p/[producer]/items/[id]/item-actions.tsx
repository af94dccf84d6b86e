"use client";

import { Button } from "@mantine/core";
import { IconBoxMultiple, IconBoxOff, IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { useCan } from "@/app/ui/signed-in";
import { useLoaded } from "@/app/ui/use-loaded";
import { itemEditHref } from "../_parts/hrefs";
import { useMembership } from "../_parts/use-membership";
import type { FoundItem } from "../types";

const load = () => import("./join-dialog");

/** Everyday actions on an item. An invalidated item has none. */
export function ItemActions({ found: { item, group } }: { found: FoundItem }) {
  const t = useTranslations("items");
  const canEdit = useCan("editor");
  const { remove, isLeaving } = useMembership();
  const [adding, setAdding] = useState(false);
  const close = () => setAdding(false);
  const JoinDialog = useLoaded(adding, load, close);
  if (!canEdit || item.isInvalidated) return null;
  return (
    <>
      {group ? (
        <Button
          variant="default"
          leftSection={<IconBoxOff size={16} aria-hidden />}
          loading={isLeaving(item.identifier)}
          onClick={() =>
            remove({ id: group.id, identifier: item.identifier, title: group.title ?? group.id })
          }
        >
          {t("actions.leave")}
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconBoxMultiple size={16} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t("actions.join")}
        </Button>
      )}
      <Button
        component={Link}
        href={itemEditHref(item.identifier)}
        leftSection={<IconPencil size={16} aria-hidden />}
      >
        {t("actions.edit")}
      </Button>
      {JoinDialog && <JoinDialog identifier={item.identifier} opened={adding} onClose={close} />}
    </>
  );
}

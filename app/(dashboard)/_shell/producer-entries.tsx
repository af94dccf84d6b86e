"use client";

import { Menu, ScrollArea } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "use-intl";
import type { MenuFrame } from "@/app/ui/lazy-menu";
import { OpenMenu } from "@/app/ui/open-menu";
import { producerPath, withoutProducer } from "@/app/ui/producer-pages";
import { useSignedIn } from "@/app/ui/signed-in";
import { PAGES } from "./nav-items";
import classes from "./producer-switcher.module.css";

/** Pages that every producer has, longest path first. */
const LISTS = ["/alerts/rules", "/settings/audit-log", "/settings/privacy", ...PAGES.map(({ href }) => href)];

/** The page of the same kind as `pathname`, without its object: the object belongs to one producer. */
function samePage(pathname: string): string {
  const path = withoutProducer(pathname);
  return LISTS.find((list) => `${path}/`.startsWith(`${list}/`)) ?? "/overview";
}

const SIZE = { miw: "15rem", maw: "calc(100vw - 2rem)" };

/** Menu of the person's producers. */
export default function ProducerEntries({ frame }: { frame: MenuFrame }) {
  const t = useTranslations("shell.producer");
  const tRole = useTranslations("common.role");
  const { memberships, chosen } = useSignedIn();
  const page = samePage(usePathname());
  return (
    <OpenMenu frame={frame} dropdown={SIZE} position="bottom-start" width="target">
      <Menu.Label>{t("yours")}</Menu.Label>
      <ScrollArea.Autosize mah="20rem" type="auto">
        {memberships.map(({ producerId, producerName, role }) => (
          <Menu.Item
            key={producerId}
            component="a"
            href={producerPath(producerId, page)}
            aria-current={producerId === chosen?.producerId || undefined}
            rightSection={producerId === chosen?.producerId && <IconCheck size={16} aria-hidden />}
          >
            <span className={classes.each}>{producerName}</span>
            <span className={classes.role}>{tRole(role)}</span>
          </Menu.Item>
        ))}
      </ScrollArea.Autosize>
    </OpenMenu>
  );
}

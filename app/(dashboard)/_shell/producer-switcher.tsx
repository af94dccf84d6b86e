"use client";

import { Menu, ScrollArea, UnstyledButton } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "use-intl";
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

/** Switches between the person's producers; a plain name if there is only one. */
export function ProducerSwitcher() {
  const t = useTranslations("shell.producer");
  const tRole = useTranslations("common.role");
  const { memberships, chosen } = useSignedIn();
  const page = samePage(usePathname());
  if (!chosen) return null;

  const [only] = memberships;
  if (memberships.length === 1 && only)
    return (
      <span className={classes.only} title={only.producerName}>
        {only.producerName}
      </span>
    );
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <UnstyledButton className={classes.switcher} aria-label={t("switch", { name: chosen.producerName })}>
          <span className={classes.name}>{chosen.producerName}</span>
          <IconChevronDown size={15} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown miw="15rem" maw="calc(100vw - 2rem)">
        <Menu.Label>{t("yours")}</Menu.Label>
        <ScrollArea.Autosize mah="20rem" type="auto">
          {memberships.map(({ producerId, producerName, role }) => (
            <Menu.Item
              key={producerId}
              component="a"
              href={producerPath(producerId, page)}
              aria-current={producerId === chosen.producerId || undefined}
              rightSection={producerId === chosen.producerId && <IconCheck size={16} aria-hidden />}
            >
              <span className={classes.each}>{producerName}</span>
              <span className={classes.role}>{tRole(role)}</span>
            </Menu.Item>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}

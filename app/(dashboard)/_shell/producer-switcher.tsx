"use client";

import { Menu, ScrollArea, UnstyledButton } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "use-intl";
import { setCookie } from "@/app/ui/cookie";
import { useSignedIn } from "@/app/ui/signed-in";
import classes from "./producer-switcher.module.css";

const PRODUCER_COOKIE = "assay-producer";

/** For which of their producers a person works; without a choice, its name alone. */
export function ProducerSwitcher() {
  const t = useTranslations("shell.producer");
  const tRole = useTranslations("common.role");
  const { memberships, chosen } = useSignedIn();
  const pathname = usePathname();
  if (!chosen) return null;

  const choose = (producerId: string) => {
    if (producerId === chosen.producerId) return;
    setCookie(PRODUCER_COOKIE, producerId);
    // What is open may be the other producer's: its list is there for both. Loaded anew, as nothing that was asked,
    // chosen or watched for the one may stay on a page of the other.
    window.location.assign(`/${pathname.split("/")[1] ?? "overview"}`);
  };

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
              onClick={() => choose(producerId)}
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

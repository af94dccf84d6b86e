"use client";

import { Button, Menu } from "@mantine/core";
import { IconBarcode, IconChevronDown, IconHistory, IconPrinter, IconSparkles } from "@tabler/icons-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { useCan } from "@/app/ui/signed-in";

/** Further actions on the listed items: codes and labels. */
export function MoreMenu() {
  const t = useTranslations("items.more");
  const canEdit = useCan("editor");
  const filter = useSearchParams().toString();
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t("open")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {canEdit && (
          <>
            <Menu.Item
              component={Link}
              href="/items/generate"
              leftSection={<IconSparkles size={16} aria-hidden />}
            >
              {t("generate")}
            </Menu.Item>
            <Menu.Item
              component={Link}
              href={filter === "" ? "/labels" : `/labels?${filter}`}
              leftSection={<IconPrinter size={16} aria-hidden />}
            >
              {t("print")}
            </Menu.Item>
          </>
        )}
        <Menu.Item component={Link} href="/code-batches" leftSection={<IconBarcode size={16} aria-hidden />}>
          {t("batches")}
        </Menu.Item>
        <Menu.Item component={Link} href="/labels/prints" leftSection={<IconHistory size={16} aria-hidden />}>
          {t("prints")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

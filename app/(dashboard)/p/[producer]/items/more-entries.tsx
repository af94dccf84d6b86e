"use client";

import { Menu } from "@mantine/core";
import { IconBarcode, IconHistory, IconPrinter, IconSparkles } from "@tabler/icons-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "use-intl";
import type { MenuFrame } from "@/app/ui/lazy-menu";
import { Link } from "@/app/ui/link";
import { OpenMenu } from "@/app/ui/open-menu";
import { useCan } from "@/app/ui/signed-in";

/** Menu of further actions on the listed items. */
export default function MoreEntries({ frame }: { frame: MenuFrame }) {
  const t = useTranslations("items.more");
  const canEdit = useCan("editor");
  const filter = useSearchParams().toString();
  return (
    <OpenMenu frame={frame}>
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
    </OpenMenu>
  );
}

"use client";

import { Drawer } from "@mantine/core";
import { useTranslations } from "use-intl";
import { Brand } from "@/app/ui/brand";
import { Navigation } from "./navigation";
import classes from "./shell.module.css";

interface NavSheetProps {
  opened: boolean;
  onClose: () => void;
}

/** The navigation of small windows. */
export default function NavSheet({ opened, onClose }: NavSheetProps) {
  const tCommon = useTranslations("common");
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="17rem"
      title={<Brand />}
      closeButtonProps={{ "aria-label": tCommon("close") }}
      classNames={{ body: classes.sheet }}
    >
      <Navigation onGo={onClose} />
    </Drawer>
  );
}

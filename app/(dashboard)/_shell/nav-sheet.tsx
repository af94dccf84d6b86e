"use client";

import { Drawer } from "@mantine/core";
import { useTranslations } from "use-intl";
import { Brand } from "@/app/ui/brand";
import { useReturnedFocus } from "@/app/ui/returned-focus";
import { Navigation } from "./navigation";
import classes from "./shell.module.css";

interface NavSheetProps {
  opened: boolean;
  onClose: () => void;
}

/** The navigation of small windows. */
export default function NavSheet({ opened, onClose }: NavSheetProps) {
  const tCommon = useTranslations("common");
  useReturnedFocus(opened);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      size="17rem"
      title={<Brand />}
      closeButtonProps={{ "aria-label": tCommon("close") }}
      classNames={{ body: classes.sheet }}
    >
      <Navigation onGo={onClose} />
    </Drawer>
  );
}

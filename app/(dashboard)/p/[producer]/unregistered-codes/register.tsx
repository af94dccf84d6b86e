"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { useCan } from "@/app/ui/signed-in";
import { itemHref } from "../items/_parts/hrefs";
import classes from "./sightings.module.css";

/** Whether an item can have this identifier. */
const isUsable = (identifier: string) =>
  identifier !== "" && identifier === identifier.trim() && !/^\.{1,2}$|\p{Cc}/u.test(identifier);

interface RegisterProps {
  identifier: string;
  isRegistered: boolean;
  size?: "compact-sm" | "sm";
}

/** Link to the item with this identifier, or to the form that registers one. */
export function Register({ identifier, isRegistered, size = "compact-sm" }: RegisterProps) {
  const t = useTranslations("sightings");
  const canEdit = useCan("editor");
  if (isRegistered) return <Link href={itemHref(identifier)}>{t("registered")}</Link>;
  if (!canEdit || !isUsable(identifier)) return <span className={classes.dim}>{t("unregistered")}</span>;
  return (
    <Button
      component={Link}
      href={`/items/new?identifier=${encodeURIComponent(identifier)}`}
      size={size}
      variant="default"
    >
      {t("register")}
    </Button>
  );
}

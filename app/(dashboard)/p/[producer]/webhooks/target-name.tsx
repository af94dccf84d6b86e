"use client";

import { IconBoxMultiple, IconBuildingFactory2, IconPackage } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { useSignedIn } from "@/app/ui/signed-in";
import { StateMark } from "@/app/ui/state-mark";
import { groupHref, itemHref } from "../items/_parts/hrefs";
import type { ListedHook } from "./types";

const SHAPE_OF = { producer: IconBuildingFactory2, item: IconPackage, group: IconBoxMultiple };

/** Name of a webhook's target; with `linked` as a link to it. */
export function TargetName({ target, linked = false }: { target: ListedHook["target"]; linked?: boolean }) {
  const t = useTranslations("webhooks.target");
  const { chosen } = useSignedIn();
  const { type, id, title } = target;
  const name = type === "producer" ? (chosen?.producerName ?? "") : type === "group" ? (title ?? id) : id;
  const words = t(type, { name });
  return (
    <StateMark icon={SHAPE_OF[type]}>
      {linked && type !== "producer" ? (
        <Link href={(type === "item" ? itemHref : groupHref)(id)}>{words}</Link>
      ) : (
        <span title={title ?? words}>{words}</span>
      )}
    </StateMark>
  );
}

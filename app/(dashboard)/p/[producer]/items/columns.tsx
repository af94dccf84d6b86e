"use client";

import { Button, Checkbox, Popover, Stack } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "use-intl";
import type { Column } from "@/app/ui/data-list";
import { FoundIn } from "@/app/ui/found-in";
import { Link } from "@/app/ui/link";
import { Moment } from "@/app/ui/moment";
import { scansHref } from "../scans/hrefs";
import { groupHref } from "./_parts/hrefs";
import { Picture } from "./_parts/picture";
import { StateBadge } from "./_parts/state-badge";
import { CHOICES, type Choice } from "./column-choice";
import classes from "./items.module.css";
import type { ListedItem } from "./types";

export function ColumnChoice({ value, onChange }: { value: Choice[]; onChange: (value: Choice[]) => void }) {
  const t = useTranslations("items.columns");
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t("choose")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("choose")}>
        <Checkbox.Group
          aria-label={t("choose")}
          value={value}
          onChange={(chosen) => onChange(CHOICES.filter((choice) => chosen.includes(choice)))}
        >
          <Stack gap="xs">
            {CHOICES.map((choice) => (
              <Checkbox key={choice} value={choice} label={t(choice)} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}

const nothing = <span className={classes.dim}>–</span>;

/** Columns of the list: the identifier first, then the chosen ones. */
export function useItemColumns(choice: Choice[]): Column<ListedItem>[] {
  const t = useTranslations("items.columns");
  const format = useFormatter();
  const of: Record<Exclude<Choice, "picture">, Column<ListedItem>> = {
    title: {
      key: "title",
      header: t("title"),
      cell: ({ title }) => (title ? <span>{title}</span> : nothing),
    },
    group: {
      key: "group",
      header: t("group"),
      from: "lg",
      cell: ({ group }) =>
        group ? (
          <Link href={groupHref(group.id)} className={classes.quietLink}>
            {group.title ?? group.id}
          </Link>
        ) : (
          nothing
        ),
    },
    state: {
      key: "state",
      header: t("state"),
      width: "8.5rem",
      cell: ({ invalidatedAt }) => <StateBadge invalidated={invalidatedAt !== null} />,
    },
    scans: {
      key: "scans",
      header: t("scans"),
      align: "end",
      width: "6rem",
      cell: ({ identifier, scans }) =>
        scans > 0 ? (
          <Link href={scansHref({ item: identifier })} className={classes.quietLink}>
            {format.number(scans)}
          </Link>
        ) : (
          <span className={classes.dim}>0</span>
        ),
    },
    fakes: {
      key: "fakes",
      header: t("fakes"),
      align: "end",
      width: "6.5rem",
      cell: ({ identifier, fakes }) =>
        fakes > 0 ? (
          <Link href={scansHref({ item: identifier, verdict: "fake" })} className={classes.fakeLink}>
            {format.number(fakes)}
          </Link>
        ) : (
          <span className={classes.dim}>0</span>
        ),
    },
    created: {
      key: "created",
      header: t("created"),
      width: "9rem",
      from: "sm",
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    updated: {
      key: "updated",
      header: t("updated"),
      width: "9rem",
      from: "sm",
      cell: ({ updatedAt }) => <Moment at={updatedAt} />,
    },
  };
  return [
    {
      key: "identifier",
      header: t("identifier"),
      width: "17rem",
      cell: ({ identifier, image, group, match }) => (
        <span className={classes.identifier}>
          {choice.includes("picture") && <Picture image={group?.image ?? image} alt="" width={64} />}
          <span className={classes.identifierText}>
            {identifier}
            {match && <FoundIn match={match} />}
          </span>
        </span>
      ),
    },
    ...choice.flatMap((one) => (one === "picture" ? [] : [of[one]])),
  ];
}

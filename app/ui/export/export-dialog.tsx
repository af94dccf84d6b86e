"use client";

import { Button, Checkbox, Group, Radio, Skeleton, Stack } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type MouseEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "../dialog";
import { LoadFailed } from "../load-failed";
import { useProducerQuery } from "../signed-in";
import { useToast } from "../toast";
import { useTRPC } from "../trpc";
import { downloadByPost } from "./download";
import classes from "./export.module.css";
import { type ExportedList, FORMATS, type Format } from "./types";

interface ExportDialogProps {
  wish: ExportedList;
  shown: readonly string[] | undefined;
  onClose: () => void;
}

/** Dialog that chooses format and columns of an export, and downloads it. */
export default function ExportDialog({ wish, shown, onClose }: ExportDialogProps) {
  const t = useTranslations("common.export");
  const tCommon = useTranslations("common");
  const query = useQuery({ ...useTRPC().exports.describe.queryOptions(wish), staleTime: 0, gcTime: 0 });
  return (
    <Dialog opened onClose={onClose} title={t(`titles.${wish.list}`)} size="40rem">
      {query.isError ? (
        <LoadFailed error={query.error} onRetry={() => query.refetch()} />
      ) : query.data ? (
        <Choice wish={wish} shown={shown} onClose={onClose} {...query.data} />
      ) : (
        <Skeleton height="22rem" aria-label={tCommon("loading")} />
      )}
    </Dialog>
  );
}

interface ChoiceProps extends ExportDialogProps {
  columns: string[];
  rows: number;
  hasMore: boolean;
}

function Choice({ wish, shown = [], onClose, columns: all, rows, hasMore }: ChoiceProps) {
  const t = useTranslations("common.export");
  const tCommon = useTranslations("common");
  const producer = useProducerQuery();
  const [format, setFormat] = useState<Format>("csv");
  const asShown = shown.filter((column) => all.includes(column));
  const columns = [...asShown, ...all.filter((column) => !asShown.includes(column))];
  const [chosen, setChosen] = useState<string[]>(columns);
  const isAll = chosen.length === columns.length;
  const query = new URLSearchParams({ list: wish.list, format, ...producer });
  if (!isAll) for (const column of chosen) query.append("column", column);
  return (
    <Stack gap="md">
      <p className={classes.count} role="status">
        {hasMore ? rows > 0 && t("moreRows", { count: rows }) : t("rows", { count: rows })}
      </p>
      <Radio.Group
        label={t("format")}
        value={format}
        onChange={(value) => setFormat(FORMATS.find((one) => one === value) ?? "csv")}
      >
        <div className={classes.formats}>
          {FORMATS.map((value) => (
            <Radio key={value} value={value} label={t(`formats.${value}`)} />
          ))}
        </div>
      </Radio.Group>
      {format === "xlsx" && (
        <p className={classes.count} role="status">
          {t("xlsxLimit")}
        </p>
      )}
      <div>
        <div className={classes.head}>
          <span id="export-columns" className={classes.label}>
            {t("columns", { chosen: chosen.length, all: columns.length })}
          </span>
          <Group gap="xs">
            <Button size="compact-sm" variant="subtle" onClick={() => setChosen(columns)}>
              {t("all")}
            </Button>
            {asShown.length > 0 && (
              <Button size="compact-sm" variant="subtle" onClick={() => setChosen(asShown)}>
                {t("shown")}
              </Button>
            )}
            <Button size="compact-sm" variant="subtle" onClick={() => setChosen([])}>
              {t("none")}
            </Button>
          </Group>
        </div>
        <Checkbox.Group
          aria-labelledby="export-columns"
          value={chosen}
          onChange={(value) => setChosen(columns.filter((column) => value.includes(column)))}
        >
          <div className={classes.columns}>
            {columns.map((column) => (
              <Checkbox key={column} value={column} label={<code className={classes.name}>{column}</code>} />
            ))}
          </div>
        </Checkbox.Group>
      </div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {tCommon("cancel")}
        </Button>
        <Download
          address={`/api/dashboard/export?${query}`}
          wish={wish}
          isDisabled={chosen.length === 0}
          onDone={onClose}
        />
      </Group>
    </Stack>
  );
}

interface DownloadProps {
  address: string;
  wish: ExportedList;
  isDisabled: boolean;
  onDone: () => void;
}

/** Downloads the file: by a link, or, where the filter is too long for one, by a button. */
function Download({ address, wish, isDisabled, onDone }: DownloadProps) {
  const t = useTranslations("common.export");
  const toast = useToast();
  const { mutateAsync: beFresh } = useMutation(useTRPC().people.beFresh.mutationOptions());
  const post = useMutation({
    mutationFn: async () => {
      await beFresh();
      await downloadByPost(address, wish.filter);
    },
    onError: toast.failed,
    onSuccess: onDone,
  });
  const isFresh = useRef(false);
  const icon = <IconDownload size={16} aria-hidden />;
  if (wish.list === "selectedItems")
    return (
      <Button leftSection={icon} disabled={isDisabled} loading={post.isPending} onClick={() => post.mutate()}>
        {t("download")}
      </Button>
    );
  const order: Record<string, string> =
    "sort" in wish && wish.sort ? { sort: JSON.stringify(wish.sort) } : {};
  const href = `${address}&${new URLSearchParams({ filter: JSON.stringify(wish.filter), ...order })}`;
  const downloadOnceFresh = (event: MouseEvent<HTMLAnchorElement>) => {
    const link = event.currentTarget;
    if (isFresh.current) return onDone();
    event.preventDefault();
    beFresh().then(() => {
      isFresh.current = true;
      link.click();
    }, toast.failed);
  };
  return (
    <Button
      component="a"
      leftSection={icon}
      {...(isDisabled
        ? { "data-disabled": true, "aria-disabled": true, role: "link" }
        : { href, download: true, onClick: downloadOnceFresh })}
    >
      {t("download")}
    </Button>
  );
}

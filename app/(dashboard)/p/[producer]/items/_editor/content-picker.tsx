"use client";

import { Button, FileButton, Skeleton, TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPhoto, IconSearch, IconUpload } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "@/app/ui/dialog";
import { EmptyState } from "@/app/ui/empty-state";
import { useFailureText } from "@/app/ui/failure";
import { FormFailure } from "@/app/ui/form-failure";
import { LoadFailed } from "@/app/ui/load-failed";
import { MoreOf } from "@/app/ui/more-of";
import { useProducerQuery } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { Picture } from "../_parts/picture";
import classes from "./content-picker.module.css";
import { upload } from "./upload";

interface ContentPickerProps {
  opened: boolean;
  onClose: () => void;
  /** Called with the path of the chosen file. */
  onChoose: (path: string) => void;
}

const PLACEHOLDERS = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** Dialog to choose one of the producer's images or upload one. */
export default function ContentPicker({ opened, onClose, onChoose }: ContentPickerProps) {
  const t = useTranslations("items.editor.image");
  return (
    <Dialog opened={opened} onClose={onClose} title={t("choose")} size="52rem">
      {opened && <Choice onChoose={onChoose} />}
    </Dialog>
  );
}

function Choice({ onChoose }: { onChoose: (path: string) => void }) {
  const t = useTranslations("items.editor.image");
  const tList = useTranslations("common.list");
  const failureText = useFailureText();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const producer = useProducerQuery();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), 200);
  const query = useInfiniteQuery({
    ...trpc.contents.list.infiniteQueryOptions(
      { limit: 24, filter: { kind: "image", source: "own", ...(search ? { search } : {}) } },
      { getNextPageParam: (page) => page.nextCursor },
    ),
    placeholderData: keepPreviousData,
  });
  const send = useMutation({
    mutationFn: (file: File) => upload(file, producer),
    onSuccess: (path) => {
      queryClient.invalidateQueries(trpc.contents.pathFilter());
      onChoose(path);
    },
  });
  const contents = query.data?.pages.flatMap(({ entries }) => entries) ?? [];
  return (
    <div className={classes.picker}>
      <div className={classes.bar}>
        <TextInput
          aria-label={t("search")}
          placeholder={t("search")}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          maxLength={200}
          className={classes.search}
          data-autofocus
        />
        <FileButton
          onChange={(file) => file && send.mutate(file)}
          accept="image/*"
          inputProps={{ "aria-label": t("upload") }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={send.isPending}
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              {t("upload")}
            </Button>
          )}
        </FileButton>
      </div>
      {send.isError && <FormFailure>{failureText(send.error)}</FormFailure>}
      {query.isError && contents.length === 0 ? (
        <LoadFailed error={query.error} onRetry={() => query.refetch()} />
      ) : query.isPending ? (
        <div className={classes.grid} aria-hidden>
          {PLACEHOLDERS.map((key) => (
            <Skeleton key={key} height={128} />
          ))}
        </div>
      ) : contents.length === 0 ? (
        <EmptyState icon={IconPhoto} title={search ? tList("nothingMatches") : t("emptyTitle")}>
          {search ? tList("nothingMatchesText") : t("emptyText")}
        </EmptyState>
      ) : (
        <ul className={classes.grid}>
          {contents.map(({ id, name, path }) => (
            <li key={id}>
              <UnstyledButton className={classes.content} onClick={() => onChoose(path)}>
                <Picture image={path} alt="" width={320} shape="fill" />
                <span className={classes.name}>{name ?? id}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      <MoreOf query={query} />
    </div>
  );
}

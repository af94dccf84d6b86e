"use client";

import { Button, Group, Progress, Stack, Textarea } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFailureText } from "@/app/ui/failure";
import { useTRPC, useTRPCClient } from "@/app/ui/trpc";
import classes from "./group.module.css";
import { identifiersIn } from "./identifiers-in";

const MAX_ITEMS = 1_000;
const BATCH_SIZE = 8;

interface Result {
  identifier: string;
  /** Absent if the item was added. */
  failure?: string;
}

interface AddByListProps {
  /** Id of the group. */
  id: string;
  busy: boolean;
  onBusy: (busy: boolean) => void;
}

/** Adds items by a list of identifiers, one a line, and reports each result. */
export function AddByList({ id, busy, onBusy }: AddByListProps) {
  const t = useTranslations("groups.add");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const failureText = useFailureText();
  const [text, setText] = useState("");
  const [results, setResults] = useState<Result[]>([]);
  const [left, setLeft] = useState(0);
  const identifiers = identifiersIn(text);
  const isTooMany = identifiers.length > MAX_ITEMS;

  const addOne = async (identifier: string): Promise<Result> => {
    try {
      await client.groups.addItem.mutate({ id, identifier });
      return { identifier };
    } catch (error) {
      return { identifier, failure: failureText(error) };
    }
  };
  const addAll = async () => {
    setResults([]);
    onBusy(true);
    for (let at = 0; at < identifiers.length; at += BATCH_SIZE) {
      setLeft(identifiers.length - at);
      const done = await Promise.all(identifiers.slice(at, at + BATCH_SIZE).map(addOne));
      setResults((before) => [...before, ...done]);
    }
    onBusy(false);
    queryClient.invalidateQueries(trpc.pathFilter());
  };

  const added = results.filter(({ failure }) => failure === undefined);
  const failed = results.filter(({ failure }) => failure !== undefined);
  return (
    <Stack gap="md">
      <Textarea
        label={t("list")}
        description={t("listHint", { most: MAX_ITEMS })}
        autosize
        minRows={5}
        maxRows={10}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={isTooMany && t("tooMany", { count: identifiers.length, most: MAX_ITEMS })}
        disabled={busy}
        spellCheck={false}
        data-autofocus
      />
      <Group justify="space-between">
        <span className={classes.dim} role="status">
          {t("count", { count: identifiers.length })}
        </span>
        <Button onClick={addAll} loading={busy} disabled={identifiers.length === 0 || isTooMany}>
          {t("addAll")}
        </Button>
      </Group>
      {busy && (
        <Progress
          value={(100 * (identifiers.length - left)) / Math.max(1, identifiers.length)}
          aria-label={t("progress")}
        />
      )}
      {results.length > 0 && (
        <div>
          <Group justify="space-between" mb="xs">
            <span role="status">{t("done", { added: added.length, failed: failed.length })}</span>
            {failed.length > 0 && !busy && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => {
                  setText(failed.map(({ identifier }) => identifier).join("\n"));
                  setResults([]);
                }}
              >
                {t("keepFailed")}
              </Button>
            )}
          </Group>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
          <ul className={classes.results} tabIndex={0} aria-label={t("results")}>
            {[...failed, ...added].map(({ identifier, failure }) => (
              <li key={identifier}>
                <span>{identifier}</span>
                <span className={classes.result} data-failed={failure !== undefined || undefined}>
                  {failure === undefined ? (
                    <IconCheck size={15} aria-hidden />
                  ) : (
                    <IconAlertTriangle size={15} aria-hidden />
                  )}
                  {failure ?? t("added")}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Stack>
  );
}

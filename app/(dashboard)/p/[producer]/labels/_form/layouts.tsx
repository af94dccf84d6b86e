"use client";

import { ActionIcon, Button, Select, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { LabelSettings } from "@/server/domain/labels/schema";
import { Section } from "../../items/_parts/section";
import type { SavedLayout } from "../types";
import classes from "./form.module.css";

interface LayoutsProps {
  layouts: SavedLayout[];
  settings: LabelSettings;
  onChoose: (settings: LabelSettings) => void;
}

/** Chooses a saved layout, saves the present one under a name, and deletes one. */
export function Layouts({ layouts, settings, onChoose }: LayoutsProps) {
  const t = useTranslations("labels.layout");
  const trpc = useTRPC();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const [isAsking, setAsking] = useState(false);
  const refresh = () => queryClient.invalidateQueries(trpc.labels.layouts.pathFilter());
  const save = useMutation(
    trpc.labels.saveLayout.mutationOptions({
      onSuccess: (_, { name }) => {
        toast.done(t("savedDone", { name }));
        return refresh();
      },
      onError: toast.failed,
    }),
  );
  const remove = useMutation(trpc.labels.deleteLayout.mutationOptions());
  const wanted = name.trim();
  const chosen = layouts.find((layout) => layout.name === wanted);
  return (
    <Section title={t("title")} framed>
      <div className={classes.fields}>
        {layouts.length > 0 && (
          <div className={`${classes.line} ${classes.wide}`}>
            <Select
              label={t("saved")}
              placeholder={t("choose")}
              className={classes.grow ?? ""}
              value={chosen?.id ?? null}
              allowDeselect={false}
              data={layouts.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id) => {
                const layout = layouts.find((one) => one.id === id);
                if (!layout) return;
                setName(layout.name);
                onChoose(layout.settings);
              }}
            />
            <ActionIcon
              size={36}
              variant="default"
              aria-label={t("delete")}
              title={t("delete")}
              disabled={!chosen}
              onClick={() => setAsking(true)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
        )}
        <div className={`${classes.line} ${classes.wide}`}>
          <TextInput
            label={t("name")}
            className={classes.grow ?? ""}
            maxLength={100}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button
            variant="default"
            disabled={wanted === ""}
            loading={save.isPending}
            onClick={() => save.mutate({ name: wanted, settings })}
          >
            {t("save")}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t("deleteAsk", { name: chosen?.name ?? "" })}
        action={t("delete")}
        danger
        onConfirm={async () => {
          if (!chosen) return;
          await remove.mutateAsync({ id: chosen.id });
          toast.done(t("deleted", { name: chosen.name }));
          setName("");
          await refresh();
        }}
      >
        {t("deleteText")}
      </ConfirmDialog>
    </Section>
  );
}

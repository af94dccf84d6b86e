"use client";

import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useRouter } from "@/app/ui/link";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { Section } from "../_parts/section";
import classes from "./item.module.css";

interface DangerZoneProps {
  identifier: string;
  invalidated: boolean;
}

/** Irreversible actions on an item. */
export function DangerZone({ identifier, invalidated }: DangerZoneProps) {
  const t = useTranslations("items.danger");
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [openDialog, setOpenDialog] = useState<"invalidate" | "delete">();
  const invalidate = useMutation(trpc.items.invalidate.mutationOptions());
  const remove = useMutation(trpc.items.delete.mutationOptions());
  const close = () => setOpenDialog(undefined);
  const zone = useRef<HTMLDivElement>(null);
  const wasInvalidated = useRef(invalidated);
  useEffect(() => {
    // The focused button is disabled now.
    if (invalidated && !wasInvalidated.current) zone.current?.focus();
    wasInvalidated.current = invalidated;
  }, [invalidated]);

  return (
    <Section title={t("title")}>
      <div className={classes.danger} ref={zone} tabIndex={-1}>
        <div>
          <div>
            <h3>{t("invalidate.title")}</h3>
            <p>{invalidated ? t("invalidate.already") : t("invalidate.text")}</p>
          </div>
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            disabled={invalidated}
            onClick={() => setOpenDialog("invalidate")}
          >
            {t("invalidate.button")}
          </Button>
        </div>
        <div>
          <div>
            <h3>{t("delete.title")}</h3>
            <p>{invalidated ? t("delete.refused") : t("delete.text")}</p>
          </div>
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            disabled={invalidated}
            onClick={() => setOpenDialog("delete")}
          >
            {t("delete.button")}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        opened={openDialog === "invalidate"}
        onClose={close}
        title={t("invalidate.ask", { identifier })}
        action={t("invalidate.action")}
        word={t("invalidate.word")}
        danger
        onConfirm={async () => {
          await invalidate.mutateAsync({ identifier });
          toast.done(t("invalidate.done", { identifier }));
          queryClient.invalidateQueries(trpc.pathFilter());
        }}
      >
        {t("invalidate.consequences")}
      </ConfirmDialog>
      <ConfirmDialog
        opened={openDialog === "delete"}
        onClose={close}
        title={t("delete.ask", { identifier })}
        action={t("delete.action")}
        word={t("delete.word")}
        danger
        onConfirm={async () => {
          await remove.mutateAsync({ identifier });
          toast.done(t("delete.done", { identifier }));
          router.push("/items");
          queryClient.invalidateQueries({
            ...trpc.pathFilter(),
            predicate: ({ queryKey }) => !JSON.stringify(queryKey).includes(JSON.stringify(identifier)),
          });
        }}
      >
        {t("delete.consequences")}
      </ConfirmDialog>
    </Section>
  );
}

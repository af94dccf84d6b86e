"use client";

import { Button, Group, Skeleton, TextInput } from "@mantine/core";
import { IconDeviceMobile, IconFingerprint } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useRouter } from "@/app/ui/link";
import { LoadFailed } from "@/app/ui/load-failed";
import { Moment } from "@/app/ui/moment";
import { Section } from "@/app/ui/section";
import section from "@/app/ui/section.module.css";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import classes from "./account.module.css";
import { AddApp } from "./add-app";
import { AddPasskey } from "./add-passkey";
import { RecoveryCodes } from "./recovery-codes";

interface OneFactor {
  id: string;
  kind: "totp" | "passkey";
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

type Wanted = "app" | "passkey" | "codes" | { remove: OneFactor } | { rename: OneFactor };

/** The person's second factors and recovery codes. */
export function Factors() {
  const t = useTranslations("settings.factors");
  const trpc = useTRPC();
  const toast = useToast();
  const router = useRouter();
  const queryClient = useQueryClient();
  const query = useQuery(trpc.factors.list.queryOptions());
  const [wanted, setWanted] = useState<Wanted>();
  const [codes, setCodes] = useState<string[]>();
  const close = () => setWanted(undefined);
  const changed = async (said: string) => {
    toast.done(said);
    await queryClient.invalidateQueries(trpc.factors.pathFilter());
    // Pages that need a second factor may open now.
    router.refresh();
  };
  const remove = useMutation(trpc.factors.remove.mutationOptions());
  const renew = useMutation(trpc.factors.renewRecoveryCodes.mutationOptions());
  const onAdded = (said: string) => (made: { recoveryCodes: string[] | null }) => {
    close();
    setCodes(made.recoveryCodes ?? undefined);
    void changed(said);
  };
  const own = query.data?.factors ?? [];
  return (
    <Section title={t("title")}>
      <p className={section.dimmed}>{t("text")}</p>
      {query.isLoadingError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Skeleton height="6rem" />
      ) : own.length === 0 ? (
        <p>{t("none")}</p>
      ) : (
        <ul className={classes.list}>
          {own.map((factor) => (
            <One
              key={factor.id}
              factor={factor}
              onRename={() => setWanted({ rename: factor })}
              onRemove={() => setWanted({ remove: factor })}
            />
          ))}
        </ul>
      )}
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconFingerprint size={17} aria-hidden />}
          onClick={() => setWanted("passkey")}
        >
          {t("addPasskey")}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDeviceMobile size={17} aria-hidden />}
          onClick={() => setWanted("app")}
        >
          {t("addApp")}
        </Button>
      </Group>
      {query.data && own.length > 0 && (
        <div>
          <h3>{t("codes")}</h3>
          <p className={section.dimmed}>{t("codesLeft", { count: query.data.recoveryCodes })}</p>
          <Button variant="default" onClick={() => setWanted("codes")}>
            {t("renew")}
          </Button>
        </div>
      )}
      {wanted === "passkey" && <AddPasskey onClose={close} onAdded={onAdded(t("addedPasskey"))} />}
      {wanted === "app" && <AddApp onClose={close} onAdded={onAdded(t("addedApp"))} />}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
      <ConfirmDialog
        opened={wanted === "codes"}
        onClose={close}
        title={t("renewTitle")}
        action={t("renew")}
        onConfirm={async () => {
          setCodes(await renew.mutateAsync());
          await queryClient.invalidateQueries(trpc.factors.pathFilter());
        }}
      >
        {t("renewText")}
      </ConfirmDialog>
      {typeof wanted === "object" && "remove" in wanted && (
        <ConfirmDialog
          opened
          onClose={close}
          title={t("removeTitle", { name: wanted.remove.name })}
          action={t("remove")}
          danger
          onConfirm={async () => {
            await remove.mutateAsync({ id: wanted.remove.id });
            await changed(t("removed"));
          }}
        >
          {t("removeText")}
        </ConfirmDialog>
      )}
      {typeof wanted === "object" && "rename" in wanted && (
        <Rename factor={wanted.rename} onClose={close} onRenamed={() => changed(t("renamed"))} />
      )}
    </Section>
  );
}

interface OneProps {
  factor: OneFactor;
  onRename: () => void;
  onRemove: () => void;
}

function One({ factor: { kind, name, createdAt, lastUsedAt }, onRename, onRemove }: OneProps) {
  const t = useTranslations("settings.factors");
  return (
    <li className={classes.entry}>
      <div className={classes.said}>
        <span className={classes.name}>{name}</span>
        <span className={section.dimmed}>
          {t(`kind.${kind}`)} · {t.rich("added", { at: () => <Moment at={createdAt} /> })} ·{" "}
          {lastUsedAt ? t.rich("used", { at: () => <Moment at={lastUsedAt} /> }) : t("unused")}
        </span>
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t("renameNamed", { name })}
          onClick={onRename}
        >
          {t("rename")}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t("removeNamed", { name })}
          onClick={onRemove}
        >
          {t("remove")}
        </Button>
      </Group>
    </li>
  );
}

interface RenameProps {
  factor: OneFactor;
  onClose: () => void;
  onRenamed: () => Promise<void>;
}

function Rename({ factor, onClose, onRenamed }: RenameProps) {
  const t = useTranslations("settings.factors");
  const [name, setName] = useState(factor.name);
  const rename = useMutation(useTRPC().factors.rename.mutationOptions());
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("renameNamed", { name: factor.name })}
      action={t("rename")}
      isReady={name.trim() !== ""}
      onConfirm={async () => {
        await rename.mutateAsync({ id: factor.id, name });
        await onRenamed();
      }}
    >
      <TextInput
        label={t("name")}
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </ConfirmDialog>
  );
}

"use client";

import "@mantine/dropzone/styles.layer.css";
import { Alert, Button, Progress } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconAlertTriangle, IconUpload } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMessages, useTranslations } from "use-intl";
import { useRouter } from "@/app/ui/link";
import { useProducerQuery } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { type Refusal, sendFile } from "../../files/_upload/send";
import zone from "../../files/_upload/upload.module.css";
import classes from "../imports.module.css";
import type { ImportKind } from "../types";

/** Formats why a file was refused. */
function useRefusalText() {
  const t = useTranslations("errors");
  const messages = useMessages();
  const faults = new Map<string, string>(Object.entries(messages.imports.faults));
  const codes = new Map<string, string>(Object.entries(messages.errors.codes));
  return ({ code, detail, pointer = "" }: Refusal) => {
    if (code === "no-answer") return t("noAnswer");
    if (code !== "file-unreadable") return codes.get(code) ?? (detail || t("unknown"));
    const place = /\(.*\)$/.exec(detail)?.[0];
    return [faults.get(pointer.slice(1)) ?? detail, place].filter(Boolean).join(" ");
  };
}

interface Sending {
  name: string;
  share: number;
  stop: () => void;
}

/** Accepts a file of items or groups, and opens its import once it has arrived. */
export default function Upload({ kind }: { kind: ImportKind }) {
  const t = useTranslations("imports.upload");
  const producer = useProducerQuery();
  const router = useRouter();
  const client = useQueryClient();
  const trpc = useTRPC();
  const refusalText = useRefusalText();
  const [sending, setSending] = useState<Sending>();
  const [failure, setFailure] = useState<string>();

  const send = async ([file]: readonly File[]) => {
    if (!file) return;
    setFailure(undefined);
    const { name } = file;
    const onProgress = (share: number) => setSending((now) => now && { ...now, share });
    const { done, stop } = sendFile(file, { ...producer, kind }, onProgress, "/api/dashboard/imports");
    setSending({ name, share: 0, stop });
    const sent = await done;
    setSending(undefined);
    void client.invalidateQueries(trpc.imports.pathFilter());
    if ("id" in sent) router.push(`/imports/${sent.id}`);
    else if (sent.refusal.code !== "cancelled") setFailure(refusalText(sent.refusal));
  };

  if (sending)
    return (
      <div className={classes.sending}>
        <span role="status">{t(sending.share < 1 ? "sending" : "reading", { name: sending.name })}</span>
        <Progress
          value={100 * sending.share}
          animated={sending.share === 1}
          aria-label={t("progress", { name: sending.name })}
        />
        <Button variant="default" size="compact-sm" onClick={sending.stop}>
          {t("cancel")}
        </Button>
      </div>
    );
  return (
    <>
      <Dropzone
        className={zone.zone ?? ""}
        multiple={false}
        onDrop={send}
        onReject={() => setFailure(t("tooMany"))}
        aria-label={t("label")}
        inputProps={{ "aria-label": t("label") }}
      >
        <div className={zone.inner}>
          <IconUpload size={22} stroke={1.6} aria-hidden />
          <div>
            <div className={zone.call}>
              <Dropzone.Accept>{t("release")}</Dropzone.Accept>
              <Dropzone.Reject>{t("release")}</Dropzone.Reject>
              <Dropzone.Idle>{t("call")}</Dropzone.Idle>
            </div>
            <div className={zone.limits}>{t("limits")}</div>
          </div>
        </div>
      </Dropzone>
      {failure && (
        <Alert role="alert" color="red" variant="outline" icon={<IconAlertTriangle aria-hidden />}>
          {failure}
        </Alert>
      )}
    </>
  );
}

"use client";

import { ActionIcon, Button, Progress } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconCopyOff, IconRefresh, IconX } from "@tabler/icons-react";
import { useMessages, useTranslations } from "use-intl";
import { useBytes } from "@/app/ui/bytes";
import { Link } from "@/app/ui/link";
import { usePercent } from "@/app/ui/percent";
import { cancelUpload, retryUpload } from "./queue";
import type { Refusal } from "./send";
import { countsOf, forgetUploads, type Upload, useUploads } from "./store";
import classes from "./upload.module.css";

/** Formats a refusal, translated if the code is known. */
function useRefusalText() {
  const t = useTranslations("files.uploads");
  const tErrors = useTranslations("errors");
  const codes = new Map<string, string>(Object.entries(useMessages().files.refusals));
  const everywhere = new Map<string, string>(Object.entries(useMessages().errors.codes));
  return ({ code, detail }: Refusal) => {
    if (code === "no-answer") return tErrors("noAnswer");
    return codes.get(code) ?? everywhere.get(code) ?? (detail || t("failed"));
  };
}

function State({ upload }: { upload: Upload }) {
  const t = useTranslations("files.uploads");
  const percent = usePercent();
  const refusalText = useRefusalText();
  const { state, share, refusal, id, sameAs } = upload;
  if (state === "failed" && refusal)
    return (
      <span className={classes.failed}>
        <IconAlertTriangle size={15} aria-hidden /> {refusalText(refusal)}
      </span>
    );
  if (sameAs !== undefined)
    return (
      <span className={classes.dim}>
        <IconCopyOff size={15} aria-hidden /> {t("sameAs", { name: sameAs })}
      </span>
    );
  if (state === "done" && id)
    return (
      <Link href={`/files/${id}`} className={classes.done}>
        <IconCheck size={15} aria-hidden /> {t("done")}
      </Link>
    );
  if (state === "waiting") return <span className={classes.dim}>{t("waiting")}</span>;
  return <span className={classes.dim}>{share >= 1 ? t("checking") : percent(share)}</span>;
}

function Row({ upload }: { upload: Upload }) {
  const t = useTranslations("files.uploads");
  const bytes = useBytes();
  const { key, file, state, share, mayRetry } = upload;
  const name = file.name;
  const isActive = state === "waiting" || state === "sending";
  return (
    <li className={classes.row}>
      <span className={classes.name} title={name}>
        {name} <span className={classes.dim}>{bytes(file.size)}</span>
      </span>
      <State upload={upload} />
      <span className={classes.buttons}>
        {state === "failed" && mayRetry && (
          <ActionIcon
            title={t("retry", { name })}
            aria-label={t("retry", { name })}
            onClick={() => retryUpload(key)}
          >
            <IconRefresh size={16} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          title={t(isActive ? "cancel" : "forget", { name })}
          aria-label={t(isActive ? "cancel" : "forget", { name })}
          onClick={() => (isActive ? cancelUpload(key) : forgetUploads(key))}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </span>
      {isActive && (
        <Progress
          className={classes.progress ?? ""}
          size="xs"
          value={100 * share}
          aria-label={t("progress", { name })}
        />
      )}
    </li>
  );
}

/** Failed uploads come first; the rest keep their order. */
const failedFirst = (uploads: readonly Upload[]) =>
  uploads.toSorted((a, b) => Number(b.state === "failed") - Number(a.state === "failed"));

/** List of uploads, each with its progress and a retry button. */
export function Uploads() {
  const t = useTranslations("files.uploads");
  const uploads = useUploads();
  const { all, done, failed, ended } = countsOf(uploads);
  if (uploads.length === 0) return null;
  return (
    <section className={classes.uploads} aria-label={t("label")}>
      <div className={classes.head}>
        <span role="status">{t("count", { done, all, failed })}</span>
        {ended > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={() => forgetUploads()}>
            {t("forgetAll")}
          </Button>
        )}
      </div>
      <ul className={classes.rows}>
        {failedFirst(uploads).map((upload) => (
          <Row key={upload.key} upload={upload} />
        ))}
      </ul>
    </section>
  );
}

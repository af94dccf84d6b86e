"use client";

import { Alert, Button, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { JsonView } from "@/app/ui/json-view";
import { PasswordField } from "@/app/ui/password-field";
import { send, type Tried } from "./send";
import { useToken } from "./token";
import type { Trial } from "./trial";
import classes from "./try.module.css";

function Outcome({ tried: { status, ms, text, image } }: { tried: Tried }) {
  const t = useTranslations("docs.try");
  useEffect(
    () => () => {
      if (image) URL.revokeObjectURL(image);
    },
    [image],
  );
  return (
    <>
      <p className={classes.status}>{t("status", { status, ms })}</p>
      {/* biome-ignore lint/performance/noImgElement: the image is in this page's memory. */}
      {image && <img src={image} alt={t("image")} className={classes.image} />}
      {text === "" && <p className={classes.note}>{t("empty")}</p>}
      {text !== undefined && text !== "" && <JsonView label={t("answer")} value={text} />}
    </>
  );
}

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Form that makes a call against this service and shows its answer. */
export default function TryForm(trial: Trial) {
  const t = useTranslations("docs.try");
  const [token, setToken] = useToken();
  const [values, setValues] = useState(
    Object.fromEntries(trial.parameters.map(({ name, isPath, example }) => [name, isPath ? example : ""])),
  );
  const [body, setBody] = useState(trial.body?.example ?? "");
  const [state, setState] = useState<Tried | "idle" | "sending" | "failed" | "notJson">("idle");

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (trial.body?.type === "application/json" && !isJson(body)) return setState("notJson");
    setState("sending");
    setState(await send(trial, { values, body, token }).catch(() => "failed" as const));
  };

  return (
    <form className={classes.form} onSubmit={submit} autoComplete="off">
      <p className={classes.note}>{t("lead")}</p>
      {trial.takesToken && (
        <PasswordField
          label={t("token")}
          placeholder={t("tokenHint")}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          autoComplete="off"
        />
      )}
      {trial.parameters.map(({ name, isRequired, example }) => (
        <TextInput
          key={name}
          label={<span lang="en">{name}</span>}
          placeholder={example}
          required={isRequired}
          value={values[name] ?? ""}
          onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
        />
      ))}
      {trial.body && (
        <Textarea
          label={t(trial.body.type === "application/json" ? "body" : "file")}
          autosize
          minRows={2}
          maxRows={16}
          classNames={{ input: classes.code ?? "" }}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
          error={state === "notJson" ? t("notJson") : undefined}
          spellCheck={false}
        />
      )}
      <Button type="submit" size="sm" loading={state === "sending"}>
        {t("send")}
      </Button>
      <div role="status" className={classes.outcome}>
        {state === "sending" && <span className="visually-hidden">{t("sending")}</span>}
        {state === "failed" && <Alert color="red">{t("failed")}</Alert>}
        {typeof state === "object" && <Outcome tried={state} />}
      </div>
    </form>
  );
}

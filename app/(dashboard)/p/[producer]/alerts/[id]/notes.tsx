"use client";

import { Button, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { useFailureText } from "@/app/ui/failure";
import { FormFailure } from "@/app/ui/form-failure";
import { Moment } from "@/app/ui/moment";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import type { OneAlert } from "../types";
import classes from "./alert.module.css";

const MAX_CHARACTERS = 2000;

type Note = OneAlert["notes"][number];

function NoteEntry({ note: { by, at, state, text } }: { note: Note }) {
  const t = useTranslations("alerts.notes");
  return (
    <li className={classes.note}>
      <p className={classes.noteHead}>
        <strong>{by}</strong> {state && state !== "open" ? t(`moved.${state}`) : t("wrote")}
        <span className={classes.dim}>
          <Moment at={at} />
        </span>
      </p>
      {text && <p className={classes.noteText}>{text}</p>}
    </li>
  );
}

function NoteForm({ id }: { id: string }) {
  const t = useTranslations("alerts.notes");
  const trpc = useTRPC();
  const client = useQueryClient();
  const failureText = useFailureText();
  const [text, setText] = useState("");
  const add = useMutation(
    trpc.alerts.note.mutationOptions({
      onSuccess: async (_, sent) => {
        // What was typed meanwhile stays.
        setText((now) => (now === sent.text ? "" : now));
        await client.invalidateQueries(trpc.alerts.get.queryFilter({ id }));
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") add.mutate({ id, text });
  };
  return (
    <form className={classes.noteForm} onSubmit={submit}>
      <Textarea
        label={t("field")}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={MAX_CHARACTERS}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FormFailure>{add.isError && failureText(add.error)}</FormFailure>
      <Button type="submit" variant="default" loading={add.isPending} disabled={text.trim() === ""}>
        {t("add")}
      </Button>
    </form>
  );
}

/** State changes and notes of an alert, oldest first. */
export function Notes({ alert }: { alert: OneAlert }) {
  const t = useTranslations("alerts.notes");
  const canEdit = useCan("editor");
  return (
    <section aria-label={t("title")}>
      <h2 className={classes.title}>{t("title")}</h2>
      {alert.notes.length === 0 ? (
        <p className={classes.dim}>{t("none")}</p>
      ) : (
        <ol className={classes.notes} aria-label={t("title")}>
          {alert.notes.map((note) => (
            <NoteEntry key={note.id} note={note} />
          ))}
        </ol>
      )}
      {canEdit && <NoteForm id={alert.id} />}
    </section>
  );
}

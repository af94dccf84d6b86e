"use client";

import { Button, Combobox, Textarea, useCombobox } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useFailureText } from "@/app/ui/failure";
import { FormFailure } from "@/app/ui/form-failure";
import { useTRPC } from "@/app/ui/trpc";
import { MAX } from "@/server/domain/cases/schema";
import classes from "./case-page.module.css";
import { begunMention, mentionedIn, withMention } from "./mentions";

const MAX_OFFERED = 8;

/** Form of a note; typing @ offers the members to mention. */
export function NoteForm({ id }: { id: string }) {
  const t = useTranslations("cases.timeline");
  const trpc = useTRPC();
  const client = useQueryClient();
  const failureText = useFailureText();
  const owners = useQuery(trpc.cases.owners.queryOptions());
  const field = useRef<HTMLTextAreaElement>(null);
  const combobox = useCombobox();
  const [text, setText] = useState("");
  const [begun, setBegun] = useState<string>();
  const members = owners.data ?? [];
  const offered =
    begun === undefined
      ? []
      : members
          .filter(({ name }) => name.toLowerCase().startsWith(begun.toLowerCase()))
          .slice(0, MAX_OFFERED);
  const add = useMutation(
    trpc.cases.note.mutationOptions({
      onSuccess: async (_, sent) => {
        // What was typed meanwhile stays.
        setText((now) => (now === sent.text ? "" : now));
        await client.invalidateQueries(trpc.cases.pathFilter());
      },
    }),
  );
  const type = (value: string, caret: number) => {
    setText(value);
    const next = begunMention(value.slice(0, caret));
    setBegun(next);
    if (next === undefined) combobox.closeDropdown();
    else {
      combobox.openDropdown();
      combobox.selectFirstOption();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    const mentions = mentionedIn(text, members).slice(0, MAX.mentions);
    add.mutate({ id, text, mentions: mentions.map(({ personId }) => personId) });
  };
  return (
    <form className={classes.noteForm} onSubmit={submit}>
      <Combobox
        store={combobox}
        onOptionSubmit={(name) => {
          const caret = field.current?.selectionStart ?? text.length;
          setText(withMention(text, caret, name));
          setBegun(undefined);
          combobox.closeDropdown();
        }}
      >
        <Combobox.Target>
          <Textarea
            ref={field}
            label={t("field")}
            description={t("fieldHint")}
            autosize
            minRows={2}
            maxRows={10}
            maxLength={4000}
            value={text}
            onChange={({ currentTarget: { value, selectionStart } }) => type(value, selectionStart)}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={offered.length === 0}>
          <Combobox.Options aria-label={t("mention")}>
            {offered.map(({ personId, name }) => (
              <Combobox.Option key={personId} value={name}>
                {name}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <FormFailure>{add.isError && failureText(add.error)}</FormFailure>
      <Button type="submit" variant="default" loading={add.isPending} disabled={text.trim() === ""}>
        {t("add")}
      </Button>
    </form>
  );
}

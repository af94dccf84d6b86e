"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import classes from "./info.module.css";
import type { InfoDraft } from "./info-draft";

const WORDS = ["always", "verified", "producer"];

const hintOf = (level: string) => {
  if (level === "producer") return "producerHint";
  return level === "always" || level === "" ? "alwaysHint" : "verifiedHint";
};

/** Who sees a verification info: one of the known levels, or a word of the producer. */
export function InfoVisibility({
  info,
  error,
  onChange,
}: {
  info: InfoDraft;
  error: ReactNode;
  onChange: (info: InfoDraft) => void;
}) {
  const t = useTranslations("items.editor.infos");
  const [isOwn, setIsOwn] = useState(info.visible !== "" && !WORDS.includes(info.visible));
  return (
    <div className={classes.visibility}>
      <NativeSelect
        label={t("visible")}
        inputWrapperOrder={["label", "input", "description"]}
        description={t(hintOf(isOwn ? "own" : info.visible))}
        value={isOwn ? "own" : info.visible}
        onChange={({ currentTarget: { value } }) => {
          setIsOwn(value === "own");
          onChange({ ...info, visible: value === "own" ? "" : value });
        }}
        data={[
          { value: "always", label: t("always") },
          { value: "verified", label: t("verified") },
          { value: "producer", label: t("producer") },
          { value: "own", label: t("ownWord") },
          { value: "", label: t("unsaid") },
        ]}
      />
      {isOwn && (
        <TextInput
          aria-label={t("ownWord")}
          placeholder={t("ownWord")}
          value={info.visible}
          error={error}
          maxLength={40}
          onChange={(event) => onChange({ ...info, visible: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { CopyButton } from "./copy-button";
import { indentedJson } from "./indented-json";
import classes from "./json-view.module.css";

const MAX_COLLAPSED_LINES = 24;

/** A key, a string, or a number, true, false or null; text between tokens is kept. */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*|true|false|null)/g;

type Part = { at: number; kind: "key" | "string" | "other" | "plain"; text: string };

function partsOf(json: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of json.matchAll(TOKEN)) {
    const [all, string, colon] = match;
    if (match.index > end) parts.push({ at: end, kind: "plain", text: json.slice(end, match.index) });
    const kind = string === undefined ? "other" : colon === undefined ? "string" : "key";
    parts.push({ at: match.index, kind, text: all });
    end = match.index + all.length;
  }
  parts.push({ at: end, kind: "plain", text: json.slice(end) });
  return parts;
}

interface JsonViewProps {
  /** Accessible name: "The body of the event". */
  label: string;
  /** Any JSON value, or text that may be JSON. */
  value: unknown;
}

function textOf(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value, null, 2) ?? "";
  try {
    return indentedJson(value);
  } catch {
    return value;
  }
}

/** Formatted JSON with colours and a copy button, cut after some lines until expanded. */
export function JsonView({ label, value }: JsonViewProps) {
  const t = useTranslations("common");
  const [expanded, setExpanded] = useState(false);
  const text = textOf(value);
  const lines = text.split("\n");
  const isLong = lines.length > MAX_COLLAPSED_LINES;
  const shown = expanded ? text : lines.slice(0, MAX_COLLAPSED_LINES).join("\n");
  if (text === "") return <p className={classes.empty}>{t("json.empty")}</p>;
  return (
    <section className={classes.view} aria-label={label}>
      <div className={classes.copy}>
        <CopyButton value={text} what={label} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
      <pre className={classes.text} tabIndex={0}>
        {partsOf(shown).map(({ at, kind, text }) => (
          <span key={at} data-kind={kind}>
            {text}
          </span>
        ))}
      </pre>
      {isLong && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => setExpanded(!expanded)}
          aria-expanded={expanded}
        >
          {expanded ? t("json.collapse") : t("json.expand")}
        </Button>
      )}
    </section>
  );
}

"use client";

import { IconArrowRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import timeline from "@/app/ui/timeline.module.css";
import { useTRPC } from "@/app/ui/trpc";
import { isObject, type JsonValue } from "../_editor/json";
import { groupHref } from "../_parts/hrefs";
import classes from "./field-change.module.css";

export interface Change {
  path: string;
  from?: JsonValue | undefined;
  to?: JsonValue | undefined;
}

const MAX_CHARACTERS = 400;

const stepsOf = (path: string) =>
  path
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** A value as text, cut if it is long. */
export function wordsOf(value: JsonValue): string {
  const words = typeof value === "string" ? value : JSON.stringify(value);
  return words.length > MAX_CHARACTERS ? `${words.slice(0, MAX_CHARACTERS)} …` : words;
}

/** Formats a verification info: text, visibility and position. */
export function useLineOf(): (info: JsonValue) => string {
  const t = useTranslations("items.history");
  const tInfos = useTranslations("items.infos");
  return (info) => {
    if (!isObject(info)) return wordsOf(info);
    const { label, key, value, visible, pos } = info;
    const said = Array.isArray(value) ? value.map(wordsOf).join(" / ") : wordsOf(value ?? "");
    const seenBy = visible === "always" || visible === "verified" ? tInfos(visible) : visible;
    const more = [
      ...(seenBy === undefined ? [] : [wordsOf(seenBy)]),
      ...(pos === undefined ? [] : [t("position", { pos: wordsOf(pos) })]),
    ];
    return `${wordsOf(label ?? key ?? "")}: ${said}${more.length > 0 ? ` (${more.join(", ")})` : ""}`;
  };
}

interface DiffLine {
  kind: "gone" | "new" | "same" | "first";
  text: string;
}

function diffOf(from: string[], to: string[]): DiffLine[] {
  const gone = from.filter((line) => !to.includes(line)).map((text): DiffLine => ({ kind: "gone", text }));
  const now = to.map((text): DiffLine => ({ kind: from.includes(text) ? "same" : "new", text }));
  return [...gone, ...now];
}

const SIGN = { gone: "−", new: "+", same: "", first: "" };

const isNothing = (value: JsonValue | undefined) =>
  value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0);

/** Changes of a creation, with one change for each key of `data`. */
export const setBy = (changes: Change[]): Change[] =>
  changes
    .flatMap(({ path, to }) =>
      path === "/data" && isObject(to)
        ? Object.entries(to).map(([key, value]) => ({
            path: `/data/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
            to: value,
          }))
        : [{ path, to }],
    )
    .filter(({ to }) => !isNothing(to));

interface FieldChangeProps {
  change: Change;
  /** The field had no earlier value. */
  isFirst: boolean;
}

/** One changed field: old and new value. */
export function FieldChange({ change: { path, from, to }, isFirst }: FieldChangeProps) {
  const t = useTranslations("items.history");
  const lineOf = useLineOf();
  const linesOf = (value: JsonValue | undefined) => (Array.isArray(value) ? value.map(lineOf) : []);
  const lines = (): DiffLine[] =>
    isFirst ? linesOf(to).map((text) => ({ kind: "first", text })) : diffOf(linesOf(from), linesOf(to));
  const steps = stepsOf(path);
  return (
    <div>
      <dt>{useFieldName()(steps)}</dt>
      <dd>
        {steps[0] === "verificationinfos" ? (
          <ul className={classes.diff}>
            {lines().map(({ kind, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal and have no ids.
              <li key={index} data-kind={kind}>
                <span aria-hidden>{SIGN[kind]}</span>
                <span>
                  <span className="visually-hidden">{kind === "gone" || kind === "new" ? t(kind) : ""} </span>
                  {text}
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <span className={timeline.fromTo}>
            {!isFirst && (
              <>
                <Value path={path} value={from} gone />
                <IconArrowRight size={14} aria-label={t("to")} role="img" />
              </>
            )}
            <Value path={path} value={to} />
          </span>
        )}
      </dd>
    </div>
  );
}

/** Name of the field at these path steps. */
export function useFieldName(): (steps: string[]) => string {
  const t = useTranslations("items.history.fields");
  return ([first = "", ...rest]) => {
    switch (first) {
      case "title":
      case "image":
      case "verificationinfos":
      case "invalidated":
      case "_group":
      case "_reason":
        return t(first);
      case "data":
        if (rest[0] === "i18n") return t("i18n", { path: rest.slice(1).join(" › ") });
        return rest.length === 0 ? t("data") : rest.join(" › ");
      default:
        return [first, ...rest].join(" › ");
    }
  };
}

function Value({
  path,
  value,
  gone = false,
}: {
  path: string;
  value: JsonValue | undefined;
  gone?: boolean;
}) {
  const t = useTranslations("items.history");
  if (value === undefined) return <span className={timeline.by}>{t("nothing")}</span>;
  if (path === "/_group" && typeof value === "string") return <GroupName id={value} />;
  if (typeof value === "boolean") return <span>{t(value ? "true" : "false")}</span>;
  return gone ? <del className={timeline.from}>{wordsOf(value)}</del> : <span>{wordsOf(value)}</span>;
}

/** Current title of a group; the id if the group is deleted. */
function GroupName({ id }: { id: string }) {
  const { data, isError } = useQuery({
    ...useTRPC().groups.get.queryOptions({ id }),
    staleTime: 60_000,
    retry: false,
  });
  if (isError) return <span>{id}</span>;
  return <Link href={groupHref(id)}>{data?.title ?? id}</Link>;
}

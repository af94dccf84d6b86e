"use client";

import { Skeleton } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl";
import { LoadFailed } from "@/app/ui/load-failed";
import { Moment } from "@/app/ui/moment";
import { MoreOf } from "@/app/ui/more-of";
import { useCan } from "@/app/ui/signed-in";
import timeline from "@/app/ui/timeline.module.css";
import { useTRPC } from "@/app/ui/trpc";
import { LINKS, ROLES, STATES } from "@/server/domain/cases/schema";
import { caseQueries } from "../queries";
import type { TimelineEntry } from "../types";
import classes from "./case-page.module.css";
import { EraseNote } from "./erase-note";
import { NoteForm } from "./note-form";

type Change = TimelineEntry["changes"][number];

/** What people did in a case, newest first; each change writes its entry. */
export function Timeline({ id }: { id: string }) {
  const t = useTranslations("cases.timeline");
  const canEdit = useCan("editor");
  const query = useInfiniteQuery(caseQueries(useTRPC(), id).timeline);
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section aria-label={t("title")}>
      <h2 className={classes.title}>{t("title")}</h2>
      {canEdit && <NoteForm id={id} />}
      {query.isError && entries.length === 0 ? (
        <LoadFailed error={query.error} onRetry={() => query.refetch()} />
      ) : query.isPending ? (
        <Skeleton height={72} radius="md" />
      ) : (
        <ol className={timeline.entries} aria-label={t("title")}>
          {entries.map((entry) => (
            <Entry key={entry.id} caseId={id} entry={entry} />
          ))}
        </ol>
      )}
      <MoreOf query={query} />
    </section>
  );
}

function Entry({ caseId, entry }: { caseId: string; entry: TimelineEntry }) {
  const t = useTranslations("cases.timeline");
  const format = useFormatter();
  const isOwner = useCan("owner");
  const { kind, by, at, changes, text, isErased, mentions } = entry;
  return (
    <li className={timeline.entry}>
      <p className={timeline.head}>
        <span>
          <strong>{by}</strong> <Deed entry={entry} />
        </span>
        <span className={timeline.by}>
          <Moment at={at} />
        </span>
        {text !== null && isOwner && <EraseNote caseId={caseId} entry={entry.id} />}
      </p>
      {text && <p className={classes.note}>{text}</p>}
      {isErased && <p className={classes.dim}>{t("erased")}</p>}
      {mentions.length > 0 && (
        <p className={classes.mentions}>{t("mentioned", { names: format.list(mentions) })}</p>
      )}
      {kind === "changed" && (
        <dl className={timeline.changes}>
          {changes.map((change) => (
            <FieldChange key={change.path} change={change} />
          ))}
        </dl>
      )}
    </li>
  );
}

/** What was done: "added 3 scans". */
function Deed({ entry: { kind, changes } }: { entry: TimelineEntry }) {
  const t = useTranslations("cases");
  const [change] = changes;
  const count = (value: Change["to"]) => (typeof value === "number" ? value : 0);
  const link = LINKS.find((one) => change?.path === `/${one}`);
  if (kind === "linked" && link)
    return `${t("timeline.linked")} ${t(`links.${link}`, { count: count(change?.to) })}`;
  if (kind === "unlinked" && link)
    return `${t("timeline.unlinked")} ${t(`links.${link}`, { count: count(change?.from) })}`;
  const state = STATES.find((one) => one === change?.to);
  if (kind === "moved" && state) return t("timeline.moved", { state: t(`state.${state}`) });
  if (kind === "packMade" || kind === "packDownloaded") {
    const pack = changes.find(({ path }) => path === "/pack");
    return t(`timeline.${kind}`, { number: count(pack?.to) });
  }
  const role = ROLES.find((one) => one === (change?.to ?? change?.from));
  if (role && kind !== "moved") return `${t(`timeline.${kind}`)}: ${t(`people.roles.${role}`)}`;
  return kind === "moved" ? t("timeline.changed") : t(`timeline.${kind}`);
}

const FIELDS = ["title", "summary", "owner", "dueOn", "tags"] as const;

function FieldChange({ change: { path, from, to } }: { change: Change }) {
  const t = useTranslations("cases");
  const field = FIELDS.find((one) => path === `/${one}` || path.startsWith(`/${one}/`));
  const words = (value: Change["to"]) =>
    value === undefined || value === null || value === "" ? t("conflict.none") : String(value);
  return (
    <div>
      <dt>{field ? t(`timeline.fields.${field}`) : path.slice(1)}</dt>
      {from === undefined && to === undefined ? (
        <dd>{t("timeline.summaryChanged")}</dd>
      ) : (
        <dd className={timeline.fromTo}>
          <span className={timeline.from}>{words(from)}</span> <span>{words(to)}</span>
        </dd>
      )}
    </div>
  );
}

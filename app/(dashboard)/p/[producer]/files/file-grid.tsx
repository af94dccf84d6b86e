"use client";

import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useBytes } from "@/app/ui/bytes";
import { Link } from "@/app/ui/link";
import { ListFoot, NoRows, NothingMatches } from "@/app/ui/list-parts";
import type { ListQuery } from "@/app/ui/list-query";
import { LoadFailed } from "@/app/ui/load-failed";
import { Moment } from "@/app/ui/moment";
import { useRowKeys } from "@/app/ui/row-keys";
import { type Selection, useRowSelection } from "@/app/ui/selection";
import classes from "./files.module.css";
import { Thumbnail } from "./thumbnail";
import type { ListedContent } from "./types";

interface ContentGridProps {
  query: ListQuery<ListedContent>;
  filtered: boolean;
  onClearFilters: () => void;
  empty: ReactNode;
  selection: Selection | undefined;
}

const SKELETONS = 12;

/** Short name of a media type: `image/svg+xml` becomes SVG. */
const typeName = (type: string) =>
  (type.split(";")[0]?.split("/")[1] ?? type)
    .replace(/^x-|^vnd\..*\./, "")
    .replace(/\+.*$/, "")
    .toUpperCase();

interface CardProps {
  content: ListedContent;
  isSelected: boolean;
  /** Selects the file, or a range up to it; absent for viewers. */
  onSelect: ((isRange: boolean) => void) | undefined;
}

function Card({
  content: { id, name, contentType, size, scanId, createdAt, uses },
  isSelected,
  onSelect,
}: CardProps) {
  const t = useTranslations("files");
  const tList = useTranslations("common.list");
  const bytes = useBytes();
  const count = uses.items.length + uses.groups.length;
  return (
    <li className={classes.card} data-selected={isSelected || undefined}>
      {onSelect && (
        <input
          type="checkbox"
          className={classes.check}
          aria-label={tList("select", { name: name || id })}
          checked={isSelected}
          onChange={({ nativeEvent }) => onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      )}
      <Link href={`/files/${id}`} className={classes.link} data-card>
        <span className={classes.thumb}>
          <Thumbnail id={id} type={contentType} />
        </span>
        <span className={classes.words}>
          <span className={classes.name}>{name || id}</span>
          <span className={classes.dim}>
            {typeName(contentType)} · {bytes(size)}
          </span>
          <span className={classes.dim}>
            {scanId ? t("ofScan") : t(uses.more ? "usedMore" : "used", { count })}
          </span>
          <span className={classes.dim}>
            <Moment at={createdAt} />
          </span>
        </span>
      </Link>
    </li>
  );
}

/** Files as a grid of thumbnails, a list in narrow windows; `j` and `k` move the focus, `x` selects. */
export function ContentGrid({ query, filtered, onClearFilters, empty, selection }: ContentGridProps) {
  const t = useTranslations("files");
  const tCommon = useTranslations("common");
  const ids = query.rows.map(({ id }) => id);
  const { selected, toggle, extend } = useRowSelection(ids, selection);
  const keys = useRowKeys<HTMLUListElement>((index) => {
    const id = ids[index];
    if (selection && id !== undefined) toggle(id);
  }, "[data-card]");
  if (query.failure !== undefined && query.rows.length === 0)
    return <LoadFailed error={query.failure} onRetry={query.retry} />;
  if (query.isLoading)
    return (
      <div className={classes.grid} aria-busy>
        <span className="visually-hidden">{tCommon("loading")}</span>
        {Array.from({ length: SKELETONS }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are identical and never reorder.
          <div key={at} className={classes.waiting}>
            <Skeleton className={classes.waitingThumb ?? ""} radius={0} />
          </div>
        ))}
      </div>
    );
  return (
    <NoRows query={query} instead={filtered ? <NothingMatches onClearFilters={onClearFilters} /> : empty}>
      <ul
        ref={keys}
        className={classes.grid}
        aria-label={t("title")}
        aria-busy={query.isStale}
        data-stale={query.isStale || undefined}
      >
        {query.rows.map((content) => (
          <Card
            key={content.id}
            content={content}
            isSelected={selected.has(content.id)}
            onSelect={selection && ((isRange) => (isRange ? extend(content.id) : toggle(content.id)))}
          />
        ))}
      </ul>
      <ListFoot query={query} />
    </NoRows>
  );
}

"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl";
import { CopyButton } from "@/app/ui/copy-button";
import { DataList } from "@/app/ui/data-list";
import { DetailDrawer } from "@/app/ui/detail-drawer";
import { listOf } from "@/app/ui/list-query";
import { useTRPC } from "@/app/ui/trpc";
import { AddToCase } from "../cases/_add/add-to-case";
import { InCases } from "../cases/_add/in-cases";
import { Inspections } from "../scans/_inspections/inspections";
import { BasisText } from "./basis-text";
import { MarkMenu } from "./mark-menu";
import { Register } from "./register";
import { useSightingColumns } from "./sighting-columns";
import classes from "./sightings.module.css";
import type { Sighted } from "./types";

interface OneIdentifierProps {
  /** Null if the drawer is closed. */
  identifier: string | null;
  /** The row of the list. */
  known: Sighted | undefined;
  onClose: () => void;
}

function List({ identifier, known }: { identifier: string; known: Sighted | undefined }) {
  const t = useTranslations("sightings");
  const format = useFormatter();
  const query = useInfiniteQuery(
    useTRPC().sightings.list.infiniteQueryOptions(
      { filter: { identifier: identifier.slice(0, 200) }, limit: 25 },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  return (
    <>
      <div className={classes.about}>
        {known && (
          <p className={classes.summary}>
            {t("summary", {
              times: known.count,
              devices: known.devices,
              since: format.dateTime(known.firstSeen, { dateStyle: "medium" }),
            })}
          </p>
        )}
        {known?.basis && (
          <p className={classes.summary}>
            <BasisText basis={known.basis} basisText={known.basisText} />
          </p>
        )}
        {known && (
          <span className={classes.next}>
            <Register identifier={identifier} isRegistered={known.isRegistered} size="sm" />
            <MarkMenu identifier={identifier} mark={known.mark} />
            <AddToCase links={{ kind: "code", refs: [identifier] }} suggestedTitle={identifier} />
          </span>
        )}
      </div>
      <InCases kind="code" of={identifier} />
      {identifier !== "" && <Inspections of="code" id={identifier} />}
      <DataList
        label={t("scansOf", { identifier })}
        query={listOf(query, (page) => page.entries)}
        rowId={({ id }) => id}
        rowName={({ identifier }) => identifier}
        empty={<p className={classes.dim}>{t("noScans")}</p>}
        columns={useSightingColumns()}
      />
    </>
  );
}

/** Drawer with all sightings of one identifier. */
export function OneIdentifier({ identifier, known, onClose }: OneIdentifierProps) {
  const t = useTranslations("sightings");
  return (
    <DetailDrawer
      isOpen={identifier !== null}
      title={
        <span className={classes.drawerTitle}>
          {identifier || t("blank")}
          <CopyButton value={identifier ?? ""} what={t("theIdentifier")} />
        </span>
      }
      onClose={onClose}
    >
      {identifier !== null && <List identifier={identifier} known={known} />}
    </DetailDrawer>
  );
}

"use client";

import { Skeleton } from "@mantine/core";
import { IconPackageOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Elsewhere } from "@/app/ui/elsewhere";
import { EmptyState } from "@/app/ui/empty-state";
import { failureOf } from "@/app/ui/failure";
import { Link } from "@/app/ui/link";
import { LoadFailed } from "@/app/ui/load-failed";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { ReportsOf } from "../../sightings/_reports/reports";
import { Comparison } from "../_parts/comparison";
import { MergedInfos } from "../_parts/merged-infos";
import { StateBadge } from "../_parts/state-badge";
import { TargetHooks } from "../_parts/target-hooks";
import type { FoundItem } from "../types";
import { DangerZone } from "./danger-zone";
import { Facts } from "./facts";
import { GroupChange } from "./group-change";
import { History } from "./history";
import classes from "./item.module.css";
import { ItemActions } from "./item-actions";
import { ItemPreview } from "./item-preview";
import { LatestScans } from "./latest-scans";
import { QrCodeToPrint } from "./qr-code";
import type { QrCode } from "./qr-svg";
import { itemQueries } from "./queries";

interface ItemProps {
  identifier: string;
  code: QrCode;
}

/** Page of one item: the merged view and its sources, scans, history and actions. */
export function Item({ identifier, code }: ItemProps) {
  const t = useTranslations("items");
  const query = useQuery(itemQueries(useTRPC(), identifier).item);
  const back = <Link href="/items">{t("title")}</Link>;
  if (query.isError) {
    const { status } = failureOf(query.error);
    return (
      <>
        <PageHeader title={identifier} back={back} />
        {[400, 403, 404].includes(status) ? (
          <Elsewhere kind="item" id={identifier}>
            <EmptyState icon={IconPackageOff} title={t("missing.title")}>
              {t("missing.text")}
            </EmptyState>
          </Elsewhere>
        ) : (
          <LoadFailed error={query.error} onRetry={() => query.refetch()} />
        )}
      </>
    );
  }
  const isFound = query.data !== undefined;
  const shownTitle = query.data?.merged.data.title;
  return (
    <>
      <PageHeader
        title={identifier}
        description={isFound ? (shownTitle ?? t("untitled")) : "\u00a0"}
        back={back}
        badges={isFound && <StateBadge invalidated={query.data.item.data.invalidated === true} />}
        actions={isFound && <ItemActions found={query.data} />}
      />
      {isFound ? <Found found={query.data} code={code} /> : <Waiting />}
    </>
  );
}

/** Skeleton of about the final height. */
const Waiting = () => (
  <div className={classes.layout}>
    <div className={classes.waiting}>
      {[74, 236, 128, 440, 160].map((height) => (
        <Skeleton key={height} height={height} radius="md" />
      ))}
    </div>
    <div className={classes.waiting}>
      {[440, 380].map((height) => (
        <Skeleton key={height} height={height} radius="md" />
      ))}
    </div>
  </div>
);

function Found({ found, code }: { found: FoundItem; code: QrCode }) {
  const t = useTranslations("items");
  const canEdit = useCan("editor");
  const { item } = found;
  return (
    <div className={classes.layout}>
      <div className={classes.main}>
        <Facts found={found} />
        {item.data.invalidated && <p className={classes.final}>{t("isFinal")}</p>}
        <GroupChange found={found} />
        <Comparison found={found} />
        <MergedInfos found={found} />
        <LatestScans identifier={item.id} />
        <ReportsOf item={item.id} />
        <TargetHooks
          target={{ item: item.id }}
          createHref={`/hooks/new?item=${encodeURIComponent(item.id)}`}
        />
        <History identifier={item.id} />
        {canEdit && <DangerZone identifier={item.id} invalidated={item.data.invalidated === true} />}
      </div>
      <aside className={classes.aside} aria-label={t("aside")}>
        <ItemPreview found={found} />
        <QrCodeToPrint identifier={item.id} code={code} />
      </aside>
    </div>
  );
}

"use client";

import { IconPackageOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Detail, Waiting } from "@/app/ui/detail";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { AddToCase } from "../../cases/_add/add-to-case";
import { InCases } from "../../cases/_add/in-cases";
import { Prints } from "../../labels/_prints/prints";
import { ReportsOf } from "../../unregistered-codes/_reports/reports";
import { Comparison } from "../_parts/comparison";
import { ItemState } from "../_parts/item-state";
import { MergedInfos } from "../_parts/merged-infos";
import { Section } from "../_parts/section";
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
import { Ownership } from "./ownership";
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
  const back = { href: "/items", label: t("title") };
  return (
    <Detail
      query={useQuery(itemQueries(useTRPC(), identifier).item)}
      title={identifier}
      back={back}
      missing={{
        icon: IconPackageOff,
        title: t("missing.title"),
        text: t("missing.text"),
        as: { kind: "item", id: identifier },
      }}
      waiting={<Skeletons />}
    >
      {(found) => (
        <>
          <PageHeader
            title={found.merged.title || identifier}
            description={
              found.merged.title ? <code className={classes.identifier}>{identifier}</code> : t("untitled")
            }
            back={back}
            badges={<ItemState invalidated={found.item.isInvalidated} />}
            actions={
              <>
                <ItemActions found={found} />
                <AddToCase
                  links={{ kind: "item", refs: [identifier] }}
                  suggestedTitle={found.merged.title || identifier}
                />
              </>
            }
          />
          <InCases kind="item" of={identifier} />
          <Found found={found} code={code} />
        </>
      )}
    </Detail>
  );
}

const Skeletons = () => (
  <div className={classes.layout}>
    <div>
      <Waiting heights={["74px", "440px", "236px", "128px", "160px"]} />
    </div>
    <div>
      <Waiting heights={["440px", "380px"]} />
    </div>
  </div>
);

function Found({ found, code }: { found: FoundItem; code: QrCode }) {
  const t = useTranslations("items");
  const tLabels = useTranslations("labels");
  const canEdit = useCan("editor");
  const { item } = found;
  return (
    <div className={classes.layout}>
      <div className={classes.main}>
        <Facts found={found} />
        {item.isInvalidated && <p className={classes.final}>{t("isFinal")}</p>}
        <GroupChange found={found} />
        <LatestScans identifier={item.identifier} />
        <Ownership identifier={item.identifier} />
        <Comparison found={found} />
        <MergedInfos found={found} />
        <ReportsOf item={item.identifier} />
        <TargetHooks
          target={{ item: item.identifier }}
          createHref={`/webhooks/new?item=${encodeURIComponent(item.identifier)}`}
        />
        <Section title={tLabels("prints.title")}>
          <Prints filter={{ item: item.identifier }} />
        </Section>
        <History identifier={item.identifier} />
        {canEdit && <DangerZone identifier={item.identifier} invalidated={item.isInvalidated} />}
      </div>
      <aside className={classes.aside} aria-label={t("aside")}>
        <ItemPreview found={found} />
        <QrCodeToPrint identifier={item.identifier} code={code} />
      </aside>
    </div>
  );
}

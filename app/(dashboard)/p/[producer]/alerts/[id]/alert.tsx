"use client";

import { IconMapQuestion } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Detail, Waiting } from "@/app/ui/detail";
import { PageHeader } from "@/app/ui/page-header";
import { useCan, useHasRole } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { AddToCase } from "../../cases/_add/add-to-case";
import { InCases } from "../../cases/_add/in-cases";
import { AlertState } from "../alert-state";
import { useAlertText } from "../texts";
import classes from "./alert.module.css";
import { AlertMap } from "./alert-map";
import { Behind } from "./behind";
import { Concentration } from "./concentration";
import { AlertFacts } from "./facts";
import { Moves } from "./moves";
import { Notes } from "./notes";
import { ToldList } from "./told";

/** Page of one alert: its evidence, its notes and the next steps. */
export function Alert({ id, mapVersion }: { id: string; mapVersion: string }) {
  const t = useTranslations("alerts");
  const canEdit = useCan("editor");
  const isEditor = useHasRole("editor");
  const alertText = useAlertText();
  const back = { href: "/alerts", label: t("one.back") };
  return (
    <Detail
      query={useQuery(useTRPC().alerts.get.queryOptions({ id }))}
      title={t("title")}
      back={back}
      missing={{
        icon: IconMapQuestion,
        title: t("one.notFound"),
        text: t("one.notFoundText"),
        as: { kind: "alert", id },
      }}
      waiting={<Waiting heights={["8rem", "20rem"]} />}
    >
      {(alert) => (
        <>
          <PageHeader
            title={alert.ruleName}
            back={back}
            badges={<AlertState of={alert.state} />}
            description={<span className={`figures ${classes.sentence}`}>{alertText(alert)}</span>}
            actions={
              canEdit && (
                <>
                  <Moves alert={alert} />
                  <AddToCase links={{ kind: "alert", refs: [alert.id] }} suggestedTitle={alert.ruleName} />
                </>
              )
            }
          />
          <InCases kind="alert" of={alert.id} />
          <div className={classes.parts}>
            <p className={classes.next}>{t(isEditor ? `next.${alert.state}` : "one.viewerHint")}</p>
            <AlertFacts alert={alert} />
            <div className={classes.where}>
              <AlertMap id={alert.id} version={mapVersion} />
              <Concentration alert={alert} />
            </div>
            <div className={classes.work}>
              <Notes alert={alert} />
              <ToldList alert={alert} />
            </div>
            <Behind alert={alert} />
          </div>
        </>
      )}
    </Detail>
  );
}

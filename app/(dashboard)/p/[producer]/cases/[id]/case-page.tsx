"use client";

import { Button } from "@mantine/core";
import { IconBriefcaseOff, IconEdit } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Detail, Waiting } from "@/app/ui/detail";
import { Link } from "@/app/ui/link";
import { PageHeader } from "@/app/ui/page-header";
import { useCan, useHasRole } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { Inspections } from "../../scans/_inspections/inspections";
import { CaseState } from "../case-state";
import { caseQueries } from "../queries";
import { CaseMap } from "./case-map";
import classes from "./case-page.module.css";
import { Evidence } from "./evidence";
import { CaseFacts } from "./facts";
import { Linked } from "./linked";
import { Moves } from "./moves";
import { People } from "./people";
import { Suggested } from "./suggested";
import { Timeline } from "./timeline";

/** Page of one case: what it holds, who decided what, and what to do next. */
export function CasePage({ id, mapVersion }: { id: string; mapVersion: string }) {
  const t = useTranslations("cases");
  const canEdit = useCan("editor");
  const isEditor = useHasRole("editor");
  const back = { href: "/cases", label: t("back") };
  return (
    <Detail
      query={useQuery(caseQueries(useTRPC(), id).one)}
      title={t("one")}
      back={back}
      missing={{
        icon: IconBriefcaseOff,
        title: t("page.notFound"),
        text: t("page.notFoundText"),
        as: { kind: "case", id },
      }}
      waiting={<Waiting heights={["8rem", "20rem"]} />}
    >
      {(found) => (
        <>
          <PageHeader
            title={`#${found.number} ${found.title}`}
            back={back}
            badges={<CaseState of={found.state} />}
            description={isEditor ? undefined : t("page.viewerHint")}
            actions={
              canEdit && (
                <>
                  <Moves found={found} />
                  <Button
                    component={Link}
                    href={`/cases/${id}/edit`}
                    variant="default"
                    leftSection={<IconEdit size={17} aria-hidden />}
                  >
                    {t("page.edit")}
                  </Button>
                </>
              )
            }
          />
          <div className={classes.parts}>
            <div className={classes.main}>
              <CaseFacts found={found} />
              <Linked found={found} />
              <Inspections of="case" id={id} />
              {canEdit && <Suggested id={id} />}
              <CaseMap id={id} version={mapVersion} />
            </div>
            <div className={classes.side}>
              <Evidence id={id} />
              <Timeline id={id} />
              <People found={found} />
            </div>
          </div>
        </>
      )}
    </Detail>
  );
}

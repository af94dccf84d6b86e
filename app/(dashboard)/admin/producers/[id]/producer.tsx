"use client";

import { Button } from "@mantine/core";
import { IconBuildingStore } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { Detail, Waiting } from "@/app/ui/detail";
import { IdCopy } from "@/app/ui/id-copy";
import { Link } from "@/app/ui/link";
import { Moment } from "@/app/ui/moment";
import { PageHeader } from "@/app/ui/page-header";
import { SuspendedAlert } from "@/app/ui/suspended-alert";
import { useTRPC } from "@/app/ui/trpc";
import { DaysSelect, parseAsDays } from "../filters";
import { ProducerState } from "../producers";
import type { OneProducer } from "../types";
import { CloseDialog } from "./close-dialog";
import { Figures } from "./figures";
import { Hooks } from "./hooks";
import { Members } from "./members";
import classes from "./producer.module.css";
import { RenameDialog } from "./rename-dialog";
import { Storage } from "./storage";
import { SuspendDialog } from "./suspend-dialog";
import { Tokens } from "./tokens";

const FILTERS = { days: parseAsDays };

/** A producer as admins see it. The admin access is recorded in the producer's audit log. */
export function Producer({ id }: { id: string }) {
  const t = useTranslations("admin.producer");
  const [{ days }, setFilters] = useAddressFilters(FILTERS);
  const query = useQuery({
    ...useTRPC().admin.producer.queryOptions({ id, days }),
    placeholderData: (before) => before,
  });
  return (
    <Detail
      query={query}
      title={t("tab")}
      back={{ href: "/admin/producers", label: t("back") }}
      missing={{ icon: IconBuildingStore, title: t("missing") }}
      waiting={<Waiting heights={["8rem", "22rem"]} />}
    >
      {(producer) => (
        <>
          <Head producer={producer} />
          <div className={classes.range}>
            <DaysSelect value={days} onChange={(days) => setFilters({ days })} />
          </div>
          <Figures producer={producer} days={days} isStale={query.isPlaceholderData} />
          <div className={classes.parts}>
            <Members producer={producer} />
            <Tokens tokens={producer.tokens} />
            <Hooks hooks={producer.hooks} />
            <Storage producer={producer} />
          </div>
          <p className={classes.note}>{t("adminAccess")}</p>
        </>
      )}
    </Detail>
  );
}

function Head({ producer }: { producer: OneProducer }) {
  const t = useTranslations("admin.producer");
  const [openDialog, setOpenDialog] = useState<"suspension" | "rename" | "close">();
  const close = () => setOpenDialog(undefined);
  const { id, name, createdAt, suspendedAt, suspendedReason, closedAt } = producer;
  const action = suspendedAt ? "reactivate" : "suspend";
  return (
    <>
      <PageHeader
        title={name}
        back={{ href: "/admin/producers", label: t("back") }}
        badges={<ProducerState suspendedAt={suspendedAt} closedAt={closedAt} />}
        description={
          <>
            {t.rich("since", { at: () => <Moment at={createdAt} exact /> })}
            <span className={classes.id}>
              <IdCopy id={id} what={t("theId")} />
            </span>
          </>
        }
        actions={
          <>
            <Button component={Link} href={`/admin/scans?producer=${id}`} variant="default">
              {t("scans")}
            </Button>
            {!closedAt && (
              <>
                <Button variant="default" onClick={() => setOpenDialog("rename")}>
                  {t("rename.open")}
                </Button>
                <Button variant="default" onClick={() => setOpenDialog("close")}>
                  {t("close.open")}
                </Button>
                <Button
                  {...(suspendedAt ? {} : { color: "red.9" })}
                  onClick={() => setOpenDialog("suspension")}
                >
                  {t(`${action}.open`)}
                </Button>
              </>
            )}
          </>
        }
      />
      {suspendedAt && (
        <SuspendedAlert title={t(closedAt ? "closed" : "suspended")}>
          {t.rich("suspendedFor", {
            at: () => <Moment at={closedAt ?? suspendedAt} exact />,
            reason: suspendedReason ?? "",
          })}
        </SuspendedAlert>
      )}
      {openDialog === "suspension" && <SuspendDialog producer={producer} action={action} onClose={close} />}
      {openDialog === "rename" && <RenameDialog producer={producer} onClose={close} />}
      {openDialog === "close" && <CloseDialog producer={producer} onClose={close} />}
    </>
  );
}

"use client";

import { Button, Skeleton } from "@mantine/core";
import { IconMapQuestion, IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { parseAsId } from "@/app/ui/address-parsers";
import { Elsewhere } from "@/app/ui/elsewhere";
import { EmptyState } from "@/app/ui/empty-state";
import { failureOf } from "@/app/ui/failure";
import { Link } from "@/app/ui/link";
import { LoadFailed } from "@/app/ui/load-failed";
import { PageHeader } from "@/app/ui/page-header";
import { useCan, useHasRole } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { HookState } from "../hook-state";
import list from "../hooks.module.css";
import type { OpenedHook } from "../types";
import { HookBanner } from "./banner";
import { Deliveries } from "./deliveries";
import { DeliveryDrawer } from "./delivery-drawer";
import { HookFacts } from "./facts";
import classes from "./hook.module.css";
import { MoreOfHook } from "./more-of-hook";
import { SendTest } from "./send-test";
import { SwitchOn } from "./switch-on";

const POLL_INTERVAL_MS = 5_000;
const FILTERS = { delivery: parseAsId };

/** Page of one webhook: its health, its deliveries and its actions. */
export function Hook({ id }: { id: string }) {
  const t = useTranslations("webhooks");
  const query = useQuery({ ...useTRPC().hooks.get.queryOptions({ id }), refetchInterval: POLL_INTERVAL_MS });
  const back = <Link href="/hooks">{t("create.back")}</Link>;
  if (query.data) return <HookPage hook={query.data} back={back} />;
  return (
    <>
      <PageHeader title={t("title")} back={back} />
      {query.isError ? (
        failureOf(query.error).status === 404 ? (
          <Elsewhere kind="hook" id={id}>
            <EmptyState icon={IconMapQuestion} title={t("notFound.title")}>
              {t("notFound.text")}
            </EmptyState>
          </Elsewhere>
        ) : (
          <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
        <div className={classes.parts}>
          <Skeleton height="8rem" />
          <Skeleton height="20rem" />
        </div>
      )}
    </>
  );
}

function HookPage({ hook, back }: { hook: OpenedHook; back: React.ReactNode }) {
  const t = useTranslations("webhooks");
  const canEdit = useCan("editor");
  const isEditor = useHasRole("editor");
  const [{ delivery: shown }, setFilters] = useAddressFilters(FILTERS);
  const setShown = (delivery: string | null) => setFilters({ delivery });
  const [openDialog, setOpenDialog] = useState<"test" | "switchOn">();
  const close = () => setOpenDialog(undefined);
  const isOn = hook.switchedOffAt === null;
  return (
    <>
      <PageHeader
        title={
          <span className={list.address} title={hook.url}>
            {hook.url}
          </span>
        }
        back={back}
        badges={<HookState hook={hook} />}
        description={isEditor ? undefined : t("page.viewerHint")}
        actions={
          canEdit && (
            <>
              {isOn && (
                <Button
                  leftSection={<IconSend size={17} aria-hidden />}
                  onClick={() => setOpenDialog("test")}
                >
                  {t("page.sendTest")}
                </Button>
              )}
              <MoreOfHook hook={hook} />
            </>
          )
        }
      />
      <div className={classes.parts}>
        <HookBanner hook={hook} onLook={setShown} onSwitchOn={() => setOpenDialog("switchOn")} />
        <HookFacts hook={hook} />
        <Deliveries hookId={hook.id} isOn={isOn} onOpen={setShown} />
      </div>
      <DeliveryDrawer hook={hook} deliveryId={shown} onClose={() => setShown(null)} />
      {openDialog === "test" && <SendTest hook={hook} onClose={close} onSent={setShown} />}
      {openDialog === "switchOn" && <SwitchOn hook={hook} onClose={close} />}
    </>
  );
}

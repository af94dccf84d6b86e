"use client";

import { Button } from "@mantine/core";
import { IconMapQuestion, IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { parseAsId } from "@/app/ui/address-parsers";
import { Detail, Waiting } from "@/app/ui/detail";
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
  return (
    <Detail
      query={query}
      title={t("title")}
      back={{ href: "/webhooks", label: t("create.back") }}
      missing={{
        icon: IconMapQuestion,
        title: t("notFound.title"),
        text: t("notFound.text"),
        as: { kind: "hook", id },
      }}
      waiting={<Waiting heights={["8rem", "20rem"]} />}
    >
      {(hook) => <HookPage hook={hook} />}
    </Detail>
  );
}

function HookPage({ hook }: { hook: OpenedHook }) {
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
        back={{ href: "/webhooks", label: t("create.back") }}
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

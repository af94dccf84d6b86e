"use client";

import { Button } from "@mantine/core";
import { IconHistory, IconShieldLock } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { OfProducer } from "@/app/ui/of-producer";
import { PageHeader } from "@/app/ui/page-header";
import classes from "@/app/ui/section.module.css";
import { useHasRole, useSignedIn } from "@/app/ui/signed-in";
import { Activation } from "./activation";
import { GuidedPhotos } from "./guided-photos";
import { ProducerSettings } from "./producer-settings";
import { Quota } from "./quota";
import { SecondFactor } from "./second-factor";

/** Settings of the producer. */
export function Settings() {
  const t = useTranslations("settings");
  const { chosen } = useSignedIn();
  const isOwner = useHasRole("owner");
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("lead", { producer: chosen?.producerName ?? "" })}
        actions={
          chosen && (
            <>
              <Button
                component={Link}
                href="/settings/privacy"
                variant="default"
                leftSection={<IconShieldLock size={17} aria-hidden />}
              >
                {t("privacy")}
              </Button>
              <Button
                component={Link}
                href="/settings/audit-log"
                variant="default"
                leftSection={<IconHistory size={17} aria-hidden />}
              >
                {t("auditLog")}
              </Button>
            </>
          )
        }
      />
      <div className={classes.sections}>
        {chosen && chosen.sandboxOf !== null ? (
          <OfProducer producerId={chosen.sandboxOf} page="settings" />
        ) : (
          <ProducerSettings />
        )}
        <GuidedPhotos />
        <Quota />
        {chosen?.sandboxOf === null && <SecondFactor />}
        {isOwner && <Activation />}
      </div>
    </>
  );
}

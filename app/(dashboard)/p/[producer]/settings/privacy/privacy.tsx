"use client";

import { IconLock } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { EmptyState } from "@/app/ui/empty-state";
import { ExportButton } from "@/app/ui/export/export-button";
import { PageHeader } from "@/app/ui/page-header";
import { Section } from "@/app/ui/section";
import settings from "@/app/ui/section.module.css";
import { useHasRole, useSignedIn } from "@/app/ui/signed-in";
import { Erasures } from "./erasures";
import { OnePerson } from "./one-person";
import { OwnerRequest } from "./owner-request";
import { RetentionSettings } from "./retention-settings";

/** Retention, export and erasure of personal data; for owners, and in part for admins. */
export function Privacy() {
  const t = useTranslations("privacy");
  const tRole = useTranslations("common.role");
  const { chosen, person } = useSignedIn();
  const isOwner = useHasRole("owner");
  const producer = chosen?.producerName ?? "";
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("lead", { producer })}
        back={{ href: "/settings", label: t("back") }}
      />
      {!isOwner && !person.isAdmin ? (
        <EmptyState icon={IconLock} title={t("ownersOnly.title")}>
          {t("ownersOnly.text", { producer, role: chosen ? tRole(chosen.role) : "" })}
        </EmptyState>
      ) : (
        <div className={settings.sections}>
          {isOwner && (
            <Section title={t("retention.title")}>
              <RetentionSettings />
            </Section>
          )}
          <Section title={t("person.title")}>
            <OnePerson />
          </Section>
          {isOwner && (
            <Section title={t("owner.title")}>
              <OwnerRequest />
            </Section>
          )}
          {isOwner && (
            <Section title={t("scans.title")}>
              <div className={settings.form}>
                <p className={settings.dimmed}>{t("scans.text")}</p>
                <div>
                  <ExportButton wish={{ list: "scans", filter: {} }} />
                </div>
              </div>
            </Section>
          )}
        </div>
      )}
      {(isOwner || person.isAdmin) && <Erasures />}
    </>
  );
}

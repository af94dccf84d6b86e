"use client";

import { Button, Group } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { EmptyState } from "@/app/ui/empty-state";
import { Link } from "@/app/ui/link";
import { PageHeader } from "@/app/ui/page-header";
import { useTRPC } from "@/app/ui/trpc";

const ConfirmPresence = dynamic(() => import("./confirm-presence"), { ssr: false });

/** Page in place of those that need a second factor: leads to adding one, or confirms one. `of` is null for admin pages. */
export function SecondFactorNeeded({ of }: { of: string | null }) {
  const t = useTranslations("shell.secondFactor");
  const own = useQuery(useTRPC().factors.list.queryOptions());
  const [isConfirming, setConfirming] = useState(false);
  const hasFactor = (own.data?.factors.length ?? 0) > 0;
  return (
    <>
      <PageHeader title={t("title")} />
      <EmptyState
        icon={IconShieldLock}
        title={of === null ? t("admins") : t("producer", { producer: of })}
        action={
          <Group justify="center">
            {hasFactor ? (
              <Button onClick={() => setConfirming(true)}>{t("confirm")}</Button>
            ) : (
              <Button component={Link} href="/account">
                {t("add")}
              </Button>
            )}
          </Group>
        }
      >
        {hasFactor ? t("confirmText") : t("addText")}
      </EmptyState>
      {isConfirming && (
        <ConfirmPresence
          factorOnly
          onClose={(isConfirmed) => {
            setConfirming(false);
            // A full page load: queries were refused until now.
            if (isConfirmed) window.location.reload();
          }}
        />
      )}
    </>
  );
}

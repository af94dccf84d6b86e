"use client";

import { Alert, Button } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { useCan, useSignedIn } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";

/** Says that no code pattern is claimed, to those who can claim one. */
export function NoPatterns() {
  const t = useTranslations("codePatterns.hint");
  const canEdit = useCan("editor");
  const isReal = useSignedIn().chosen?.sandboxOf === null;
  const query = useQuery({ ...useTRPC().codePatterns.list.queryOptions(), enabled: canEdit && isReal });
  const isClaimed = query.data?.some(({ state }) => state === "active" || state === "contested");
  if (isClaimed !== false) return null;
  return (
    <Alert variant="outline" icon={<IconFingerprint aria-hidden />} title={t("title")} mb="md">
      <p>{t("text")}</p>
      <Button component={Link} href="/unregistered-codes/patterns" size="compact-sm" variant="default">
        {t("open")}
      </Button>
    </Alert>
  );
}

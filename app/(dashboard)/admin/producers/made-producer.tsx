"use client";

import { Button, Group, Stack } from "@mantine/core";
import { useTranslations } from "use-intl";
import { useRouter } from "@/app/ui/link";
import { SecretOnce } from "@/app/ui/secret-once";

export interface Made {
  producerId: string;
  name: string;
  token: string;
  ownerKey: string;
}

/** The secrets of a new producer, shown once, and the link to its page. */
export function MadeProducer({ made: { producerId, token, ownerKey } }: { made: Made }) {
  const t = useTranslations("admin.producers.create");
  const router = useRouter();
  return (
    <Stack>
      <span>{t("madeText")}</span>
      <SecretOnce label={t("token")} secret={token} what={t("theToken")} />
      <SecretOnce label={t("ownerKey")} secret={ownerKey} what={t("theOwnerKey")} />
      <Group justify="flex-end">
        <Button onClick={() => router.push(`/admin/producers/${producerId}`)}>{t("kept")}</Button>
      </Group>
    </Stack>
  );
}

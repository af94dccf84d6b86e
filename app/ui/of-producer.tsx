"use client";

import { Button } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { EmptyState } from "./empty-state";
import { producerPath } from "./producer-pages";

interface OfProducerProps {
  /** The producer of real items. */
  producerId: string;
  page: "members" | "settings";
}

/** Shown in a sandbox in place of what it has from its producer, with the way there. */
export function OfProducer({ producerId, page }: OfProducerProps) {
  const t = useTranslations("common.ofProducer");
  return (
    <EmptyState
      icon={IconFlask}
      title={t(`${page}.title`)}
      action={
        <Button component="a" href={producerPath(producerId, `/${page}`)} variant="default">
          {t(`${page}.open`)}
        </Button>
      }
    >
      {t(`${page}.text`)}
    </EmptyState>
  );
}

"use client";

import { Alert, Button, Group, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { z } from "zod";
import { Moment } from "./moment";
import { useSignedIn } from "./signed-in";

const Kept = z.object({ at: z.number(), of: z.string(), values: z.unknown() });

export interface KeptDraft<Values> {
  /** Milliseconds since 1970. */
  at: number;
  values: Values;
  /** What is edited was changed by somebody since. */
  isOutdated: boolean;
}

function readKept<Values>(key: string, of: string, shape: z.ZodType<Values>): KeptDraft<Values> | undefined {
  try {
    const kept = Kept.parse(JSON.parse(window.sessionStorage.getItem(key) ?? ""));
    return { at: kept.at, values: shape.parse(kept.values), isOutdated: kept.of !== of };
  } catch {
    return undefined;
  }
}

function keep(key: string, of: string, values: unknown): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), of, values }));
  } catch {
    // There is no room: the form works without.
  }
}

interface Keeping<Values> {
  /** Of the form, among all forms. */
  name: string;
  /** Which state of the thing is edited. */
  of: string;
  shape: z.ZodType<Values>;
  values: Values;
  isDirty: boolean;
}

/**
 * Keeps what is typed in this window, for this person and producer, until `forget` is called: neither a session that ends nor
 * a reload costs it. `offered` is what was kept before the form was opened.
 */
export function useKeptDraft<Values>({ name, of, shape, values, isDirty }: Keeping<Values>) {
  const { person, chosen } = useSignedIn();
  const key = `assay-draft ${person.id} ${chosen?.producerId} ${name}`;
  const [offered, setOffered] = useState<KeptDraft<Values>>();
  const opened = useRef({ key, of, shape });
  useEffect(() => setOffered(readKept(opened.current.key, opened.current.of, opened.current.shape)), []);
  useEffect(() => {
    if (isDirty) keep(key, of, values);
  }, [isDirty, key, of, values]);
  const close = () => setOffered(undefined);
  const forget = () => {
    window.sessionStorage.removeItem(key);
    close();
  };
  return { offered, close, forget };
}

interface OfferProps {
  draft: KeptDraft<unknown>;
  onTake: () => void;
  onForget: () => void;
}

/** Offers what was typed before and never saved. */
export function KeptDraftOffer({ draft: { at, isOutdated }, onTake, onForget }: OfferProps) {
  const t = useTranslations("common.kept");
  return (
    <Alert
      variant="outline"
      color="gray"
      role="status"
      icon={<IconHistory aria-hidden />}
      title={t("title")}
      mb="lg"
    >
      <Text size="sm">
        {t.rich("text", { at: () => <Moment at={at} /> })} {isOutdated && t("isOutdated")}
      </Text>
      <Group gap="sm" mt="sm">
        <Button size="xs" variant="default" onClick={onTake}>
          {t("take")}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={onForget}>
          {t("forget")}
        </Button>
      </Group>
    </Alert>
  );
}

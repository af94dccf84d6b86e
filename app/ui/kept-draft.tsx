"use client";

import { Alert, Button, Group, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { z } from "zod";
import { Moment } from "./moment";
import { useSignedIn } from "./signed-in";

const Kept = z.object({ at: z.number(), of: z.string(), values: z.unknown() });

export interface KeptDraft<Of, Values> {
  /** Milliseconds since 1970. */
  at: number;
  /** The state of the object when the draft was begun. */
  of: Of;
  values: Values;
  /** The object was changed since the draft was written. */
  isOutdated: boolean;
}

/** Shapes of what a form keeps. */
interface Shapes<Of, Values> {
  of: z.ZodType<Of>;
  values: z.ZodType<Values>;
}

/** Read a stored draft; undefined if there is none, or if another version of the dashboard wrote it. */
export function keptIn<Of, Values>(stored: string, of: Of, shapes: Shapes<Of, Values>) {
  try {
    const kept = Kept.parse(JSON.parse(stored));
    return {
      at: kept.at,
      of: shapes.of.parse(JSON.parse(kept.of)),
      values: shapes.values.parse(kept.values),
      isOutdated: kept.of !== JSON.stringify(of),
    };
  } catch {
    return undefined;
  }
}

function keep(key: string, of: unknown, values: unknown): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), of: JSON.stringify(of), values }));
  } catch {
    // The storage is full: the form works without a kept draft.
  }
}

interface Keeping<Of, Values> {
  /** Name of the form, unique among all forms. */
  name: string;
  /** The state of the object that the form edits. */
  of: Of;
  shapes: Shapes<Of, Values>;
  values: Values;
  isDirty: boolean;
}

/**
 * Keep unsaved input in this window, for this person and producer, until `forget` is called. It survives a reload and
 * the end of a session. `offered` is the draft from before the form opened.
 */
export function useKeptDraft<Of, Values>({ name, of, shapes, values, isDirty }: Keeping<Of, Values>) {
  const { person, chosen } = useSignedIn();
  const key = `assay-draft ${person.id} ${chosen?.producerId} ${name}`;
  const [offered, setOffered] = useState<KeptDraft<Of, Values>>();
  const opened = useRef({ key, of, shapes });
  useEffect(() => {
    const { key, of, shapes } = opened.current;
    setOffered(keptIn(window.sessionStorage.getItem(key) ?? "", of, shapes));
  }, []);
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
  draft: Pick<KeptDraft<unknown, unknown>, "at" | "isOutdated">;
  onTake: () => void;
  onForget: () => void;
}

/** Offers to restore unsaved input. */
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

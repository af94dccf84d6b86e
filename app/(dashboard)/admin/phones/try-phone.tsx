"use client";

import { Checkbox, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFailureText } from "@/app/ui/failure";
import { StateMark } from "@/app/ui/state-mark";
import { useTRPC } from "@/app/ui/trpc";
import classes from "./phones.module.css";

const DEBOUNCE_MS = 250;

/** Check whether the current rules allow a phone; same answer as the API. */
export function TryPhone() {
  const t = useTranslations("admin.phones.try");
  const failureText = useFailureText();
  const [phone, setPhone] = useState({ os: "ios", version: "", model: "", isPhysical: true });
  const [settled] = useDebouncedValue(phone, DEBOUNCE_MS);
  const { os, version, model, isPhysical } = settled;
  const query = useQuery({
    ...useTRPC().admin.tryPhone.queryOptions({
      os: os.trim(),
      deviceInfo: {
        isPhysicalDevice: isPhysical,
        ...(version.trim() ? { systemVersion: version.trim() } : {}),
        ...(model.trim() ? { model: model.trim() } : {}),
      },
    }),
    enabled: os.trim() !== "" && version.trim() !== "",
    placeholderData: keepPreviousData,
  });
  const isAsked = phone.os.trim() !== "" && phone.version.trim() !== "";
  const field = (name: "os" | "version" | "model") => ({
    label: t(name),
    value: phone[name],
    maxLength: 100,
    autoComplete: "off",
    spellCheck: false,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setPhone((before) => ({ ...before, [name]: value })),
  });
  return (
    <section className={classes.part} aria-labelledby="try">
      <h2 id="try">{t("title")}</h2>
      <p className={classes.dim}>{t("text")}</p>
      <div className={classes.fields}>
        <TextInput {...field("os")} />
        <TextInput {...field("version")} placeholder="16.4" />
        <TextInput {...field("model")} placeholder="iPhone14,5" />
      </div>
      <Checkbox
        label={t("physical")}
        checked={phone.isPhysical}
        onChange={({ currentTarget: { checked } }) =>
          setPhone((before) => ({ ...before, isPhysical: checked }))
        }
      />
      <div role="status" className={classes.answer}>
        {!isAsked ? (
          <span className={classes.dim}>{t("nothing")}</span>
        ) : query.isError ? (
          failureText(query.error)
        ) : query.data === undefined ? null : query.data.obstacle === null ? (
          <StateMark icon={IconCircleCheck} tone="good">
            {t("supported")}
          </StateMark>
        ) : (
          <StateMark icon={IconCircleX} tone="bad">
            {t(`obstacles.${query.data.obstacle}`)}
          </StateMark>
        )}
      </div>
    </section>
  );
}

"use client";

import { Button, Checkbox, Select, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { useFailureText } from "@/app/ui/failure";
import { FormFailure } from "@/app/ui/form-failure";
import classes from "@/app/ui/section.module.css";
import { useTRPC } from "@/app/ui/trpc";
import { Concerned } from "./concerned";
import { subjectIn, useSubject } from "./subject";

const KINDS = ["device", "identifier", "scan"] as const;
type Kind = (typeof KINDS)[number];

/** Finds the data of a device or a scan, to download or erase it. */
export function OnePerson() {
  const t = useTranslations("privacy.person");
  const failureText = useFailureText();
  const trpc = useTRPC();
  const { subject, isEverywhere, canChange, mayChoose, setSubject, setEverywhere } = useSubject();
  const [kind, setKind] = useState<Kind>(subject && "scan" in subject ? "scan" : "device");
  const [text, setText] = useState(subject ? Object.values(subject).join() : "");
  const [fault, setFault] = useState<string>();
  const procedure = isEverywhere ? trpc.privacy.deviceEverywhere : trpc.privacy.device;
  // An identifier is sent as a mutation to keep it out of addresses; a suspended producer refuses mutations.
  const kinds = KINDS.filter((kind) => canChange || kind !== "identifier");
  const device = useMutation(procedure.mutationOptions({ onSuccess: setSubject }));

  const search = (event: FormEvent) => {
    event.preventDefault();
    device.reset();
    const value = text.trim();
    if (kind === "identifier") return device.mutate({ identifier: value });
    const named = subjectIn(kind, value);
    setFault(named ? undefined : t(`not.${kind}`));
    if (named) setSubject(named);
  };
  return (
    <>
      <p className={classes.dimmed}>{t("text")}</p>
      <form className={classes.form} onSubmit={search}>
        <Select
          label={t("by")}
          allowDeselect={false}
          value={kind}
          data={kinds.map((value) => ({ value, label: t(`byKind.${value}`) }))}
          onChange={(value) => {
            setKind(KINDS.find((one) => one === value) ?? "device");
            setFault(undefined);
          }}
        />
        <TextInput
          label={t(`value.${kind}`)}
          description={t(`hint.${kind}`)}
          required
          maxLength={1_000}
          autoComplete="off"
          spellCheck={false}
          value={text}
          error={fault}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {mayChoose && (
          <Checkbox
            label={t("everywhere")}
            checked={isEverywhere}
            onChange={(event) => setEverywhere(event.currentTarget.checked)}
          />
        )}
        <FormFailure>{device.error ? failureText(device.error) : undefined}</FormFailure>
        <Button type="submit" variant="default" loading={device.isPending}>
          {t("find")}
        </Button>
      </form>
      {subject && <Concerned subject={subject} isEverywhere={isEverywhere} canChange={canChange} />}
    </>
  );
}

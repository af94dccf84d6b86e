"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { useFailureText } from "@/app/ui/failure";
import { FormFailure } from "@/app/ui/form-failure";
import { QuietHoursFields } from "@/app/ui/quiet-hours-fields";
import { Section } from "@/app/ui/section";
import classes from "@/app/ui/section.module.css";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { QuietHours as Hours } from "@/server/domain/alert-channels/schema";

function QuietHoursForm({ saved }: { saved: Hours | null }) {
  const t = useTranslations("quietHours");
  const tCommon = useTranslations("common");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const failureText = useFailureText();
  const [hours, setHours] = useState(saved);
  const save = useMutation(
    trpc.people.setQuietHours.mutationOptions({
      onSuccess: async () => {
        toast.done(t("saved"));
        await client.invalidateQueries(trpc.people.quietHours.queryFilter());
      },
    }),
  );
  const isSame = hours !== null && hours.from === hours.to;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSame) save.mutate({ quietHours: hours });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <QuietHoursFields value={hours} onChange={setHours} error={isSame ? t("same") : undefined} />
      <FormFailure>{save.isError && failureText(save.error)}</FormFailure>
      <Button type="submit" variant="default" loading={save.isPending}>
        {tCommon("save")}
      </Button>
    </form>
  );
}

/** When alerts by e-mail to the signed-in person wait. */
export function QuietHours() {
  const t = useTranslations("quietHours");
  const { data } = useQuery(useTRPC().people.quietHours.queryOptions());
  return (
    <Section title={t("title")}>
      <p>{t("text")}</p>
      {data !== undefined && <QuietHoursForm saved={data} />}
    </Section>
  );
}

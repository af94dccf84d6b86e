"use client";

import { Button, Radio, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { focusFirstFault, usePlaceFaults } from "@/app/ui/form";
import { FormFailure } from "@/app/ui/form-failure";
import { Section } from "@/app/ui/section";
import { useTRPC } from "@/app/ui/trpc";
import { SCENARIOS, type Scenario } from "@/server/domain/sandboxes/schema";
import { Played, type PlayedScans } from "./played";

/** Form that plays scans, and what to look at afterwards. */
export function Simulator({ mayPlay }: { mayPlay: boolean }) {
  const t = useTranslations("sandbox.simulator");
  const trpc = useTRPC();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const [played, setPlayed] = useState<PlayedScans>();
  const form = useForm<{ scenario: Scenario; identifier: string }>({
    initialValues: { scenario: "genuine", identifier: "" },
  });
  const play = useMutation(
    trpc.sandbox.simulate.mutationOptions({
      onSuccess: setPlayed,
      onError: (error) => setFailure(placeFaults(form, error)),
    }),
  );
  return (
    <Section title={t("title")}>
      <form
        onSubmit={form.onSubmit(({ scenario, identifier }) => {
          setFailure(undefined);
          play.mutate({ scenario, ...(identifier === "" ? {} : { identifier }) });
        }, focusFirstFault)}
      >
        <Stack maw="42rem" align="start">
          <Radio.Group label={t("scenario")} {...form.getInputProps("scenario")}>
            <Stack gap="sm" mt="xs">
              {SCENARIOS.map((scenario) => (
                <Radio
                  key={scenario}
                  value={scenario}
                  label={t(`scenarios.${scenario}.label`)}
                  description={t(`scenarios.${scenario}.text`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          <TextInput
            w="100%"
            maw="24rem"
            label={t("item")}
            description={t("itemHint")}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps("identifier")}
          />
          {failure && <FormFailure>{failure}</FormFailure>}
          <Button type="submit" loading={play.isPending} disabled={!mayPlay}>
            {t("play")}
          </Button>
          {!mayPlay && <p>{t("viewers")}</p>}
        </Stack>
      </form>
      {/* Announced when it changes. */}
      <div role="status">{played && <Played {...played} />}</div>
    </Section>
  );
}

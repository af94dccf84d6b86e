"use client";

import { Button, Fieldset, Radio, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { usePlaceFaults } from "@/app/ui/form";
import { FormFailure } from "@/app/ui/form-failure";
import { useTRPC } from "@/app/ui/trpc";
import { AccountFields } from "../../account-fields";
import classes from "../../auth.module.css";
import type { FirstSecrets } from "./finished";
import type { Beginning } from "./use-beginning";

interface SetUpFormProps {
  secret: string;
  onMade: (made: FirstSecrets, next: Beginning) => void;
}

type Start = "demo" | "empty";

/** Form that creates the first admin and the first producer. */
export function SetUpForm({ secret, onMade }: SetUpFormProps) {
  const t = useTranslations("auth.setUp");
  const locale = useLocale();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { name: "", email: "", password: "", producerName: "", start: "demo" },
  });
  const finish = useMutation(useTRPC().setUp.finish.mutationOptions());

  const submit = async ({ start, ...values }: typeof form.values) => {
    setFailure(undefined);
    try {
      const { token, ownerKey } = await finish.mutateAsync({ secret, locale, ...values });
      const { email, password } = values;
      onMade({ token, ownerKey }, { email, password, isDemoWanted: start === "demo" });
    } catch (error) {
      setFailure(placeFaults(form, error));
    }
  };

  const choice = (start: Start) => <Radio value={start} label={t(start)} description={t(`${start}Text`)} />;

  return (
    <form onSubmit={form.onSubmit(submit)} method="post">
      <Stack gap="xl">
        <Fieldset
          variant="unstyled"
          legend={t("you")}
          classNames={{ root: classes.part, legend: classes.legend }}
        >
          <Stack>
            <AccountFields form={form} nameLabel={t("name")} passwordLabel={t("password")}>
              <TextInput
                label={t("email")}
                type="email"
                autoComplete="username"
                required
                withAsterisk={false}
                key={form.key("email")}
                {...form.getInputProps("email")}
              />
            </AccountFields>
          </Stack>
        </Fieldset>
        <Fieldset
          variant="unstyled"
          legend={t("producer")}
          classNames={{ root: classes.part, legend: classes.legend }}
        >
          <TextInput
            label={t("producerName")}
            description={t("producerHint")}
            autoComplete="organization"
            required
            withAsterisk={false}
            key={form.key("producerName")}
            {...form.getInputProps("producerName")}
          />
        </Fieldset>
        <Radio.Group
          label={t("start")}
          key={form.key("start")}
          {...form.getInputProps("start")}
          classNames={{ label: classes.legend }}
        >
          <div className={classes.choices}>
            {choice("demo")}
            {choice("empty")}
          </div>
        </Radio.Group>
        <FormFailure>{failure}</FormFailure>
        <Button type="submit" loading={form.submitting}>
          {t("submit")}
        </Button>
      </Stack>
    </form>
  );
}

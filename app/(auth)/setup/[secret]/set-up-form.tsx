"use client";

import { Button, Fieldset, Radio, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { usePlaceFaults } from "@/app/ui/form";
import { FormFailure } from "@/app/ui/form-failure";
import { NewPasswordInput } from "@/app/ui/new-password-input";
import { signIn } from "@/app/ui/session";
import { useTRPC } from "@/app/ui/trpc";
import classes from "../../auth.module.css";
import type { FirstSecrets } from "./finished";

interface SetUpFormProps {
  secret: string;
  onMade: (made: FirstSecrets) => void;
}

type Start = "demo" | "empty";

/** Makes the admin and the producer, and signs in; then tells what was made. */
export function SetUpForm({ secret, onMade }: SetUpFormProps) {
  const t = useTranslations("auth.setUp");
  const locale = useLocale();
  const trpc = useTRPC();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { name: "", email: "", password: "", producerName: "", start: "demo" },
  });
  const finish = useMutation(trpc.setUp.finish.mutationOptions());
  const plantDemo = useMutation(trpc.setUp.plantDemo.mutationOptions());

  const submit = async ({ start, ...values }: typeof form.values) => {
    setFailure(undefined);
    try {
      const { token, ownerKey } = await finish.mutateAsync({ secret, locale, ...values });
      const refused = await signIn(values.email, values.password);
      const isDemoWanted = start === "demo" && refused === undefined;
      const isPlanting =
        isDemoWanted &&
        (await plantDemo.mutateAsync().then(
          () => true,
          () => false,
        ));
      onMade({ token, ownerKey, demo: !isDemoWanted ? "none" : isPlanting ? "underWay" : "failed" });
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
            <TextInput
              label={t("name")}
              autoComplete="name"
              required
              withAsterisk={false}
              key={form.key("name")}
              {...form.getInputProps("name")}
            />
            <TextInput
              label={t("email")}
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              key={form.key("email")}
              {...form.getInputProps("email")}
            />
            <NewPasswordInput
              label={t("password")}
              withAsterisk={false}
              key={form.key("password")}
              {...form.getInputProps("password")}
            />
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

"use client";

import { Button, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useFailureText } from "@/app/ui/failure";
import { FormFailure } from "@/app/ui/form-failure";
import settings from "@/app/ui/section.module.css";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import classes from "./privacy.module.css";

/** Saves an object as a file of this browser. */
function saveJson(value: object, name: string) {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(value, undefined, 2)], { type: "application/json" }),
  );
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** Finds what is stored of an item's owner by their e-mail address, to download or erase it. */
export function OwnerRequest() {
  const t = useTranslations("privacy.owner");
  const trpc = useTRPC();
  const toast = useToast();
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const canChange = useCan("owner");
  const [email, setEmail] = useState("");
  const [isErasing, setErasing] = useState(false);
  const find = useMutation(trpc.ownership.concerned.mutationOptions());
  const data = useMutation(
    trpc.ownership.data.mutationOptions({
      onSuccess: (value) => saveJson(value, "ownerships.json"),
      onError: toast.failed,
    }),
  );
  const erase = useMutation(trpc.ownership.erase.mutationOptions());
  const found = find.data;
  return (
    <form
      className={settings.form}
      onSubmit={(event) => {
        event.preventDefault();
        find.mutate({ email });
      }}
      noValidate
    >
      <p className={settings.dimmed}>{t("text")}</p>
      <TextInput
        label={t("email")}
        type="email"
        autoComplete="off"
        value={email}
        onChange={({ currentTarget: { value } }) => {
          setEmail(value);
          find.reset();
        }}
      />
      <FormFailure>{find.isError ? failureText(find.error) : undefined}</FormFailure>
      <Button type="submit" variant="default" loading={find.isPending} disabled={email.trim() === ""}>
        {t("find")}
      </Button>
      {found && (
        <div className={classes.found} role="status">
          {found.owned + found.requests === 0 ? (
            <p>{t("none")}</p>
          ) : (
            <>
              <p>{t("found", found)}</p>
              <div className={classes.line}>
                <Button
                  variant="default"
                  leftSection={<IconDownload size={17} aria-hidden />}
                  loading={data.isPending}
                  onClick={() => data.mutate({ email })}
                >
                  {t("download")}
                </Button>
                {canChange && (
                  <Button variant="default" c="var(--mantine-color-error)" onClick={() => setErasing(true)}>
                    {t("erase")}
                  </Button>
                )}
              </div>
            </>
          )}
        </div>
      )}
      <ConfirmDialog
        opened={isErasing}
        onClose={() => setErasing(false)}
        title={t("ask")}
        action={t("erase")}
        danger
        onConfirm={async () => {
          await erase.mutateAsync({ email });
          find.reset();
          toast.done(t("done"));
          await queryClient.invalidateQueries(trpc.ownership.pathFilter());
        }}
      >
        {t("consequences")}
      </ConfirmDialog>
    </form>
  );
}

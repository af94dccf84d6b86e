"use client";

import { Button, List, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useFailureText } from "@/app/ui/failure";
import { FormFailure } from "@/app/ui/form-failure";
import { producerPath } from "@/app/ui/producer-pages";
import { useTRPC } from "@/app/ui/trpc";
import type { Role } from "@/server/identity/from-session";

const FACTS = ["apart", "codes", "tokens", "members"] as const;

/** What a sandbox is, and the button that opens it: its pages are loaded anew, with all memberships. */
export function OpenSandbox({ role }: { role: Role }) {
  const t = useTranslations("sandbox");
  const failureText = useFailureText();
  const trpc = useTRPC();
  const open = useMutation(
    trpc.sandbox.open.mutationOptions({
      onSuccess: ({ id }) => window.location.assign(producerPath(id, "/sandbox")),
    }),
  );
  return (
    <Stack align="start" maw="42rem">
      <List spacing="xs">
        {FACTS.map((fact) => (
          <List.Item key={fact}>{t(`facts.${fact}`)}</List.Item>
        ))}
      </List>
      {role === "viewer" ? (
        <p>{t("viewers")}</p>
      ) : (
        <Button onClick={() => open.mutate()} loading={open.isPending || open.isSuccess}>
          {t("open")}
        </Button>
      )}
      {open.isError && <FormFailure>{failureText(open.error)}</FormFailure>}
    </Stack>
  );
}

"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { Sighted } from "./types";

const ACTIONS = [
  { mark: "counterfeit", name: "markCounterfeit" },
  { mark: "dismissed", name: "dismiss" },
  { mark: null, name: "reopen" },
] as const;

/** Menu that dismisses a code, marks it as counterfeit, or opens it again; nothing for viewers. */
export function MarkMenu({ identifier, mark }: Pick<Sighted, "identifier" | "mark">) {
  const t = useTranslations("sightings");
  const canEdit = useCan("editor");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const change = useMutation(
    trpc.sightings.mark.mutationOptions({
      onSuccess: async (_, { mark }) => {
        toast.done(t(`mark.done.${mark ?? "open"}`));
        await queryClient.invalidateQueries(trpc.sightings.pathFilter());
      },
      onError: toast.failed,
    }),
  );
  if (!canEdit) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="default"
          size="md"
          loading={change.isPending}
          aria-label={t("mark.actions", { code: identifier || t("blank") })}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {ACTIONS.filter((one) => one.mark !== mark).map(({ mark, name }) => (
          <Menu.Item key={name} onClick={() => change.mutate({ identifier, mark })}>
            {t(`mark.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

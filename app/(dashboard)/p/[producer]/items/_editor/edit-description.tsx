"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { useRouter } from "@/app/ui/link";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { Outcome } from "@/server/trpc/unless-stale";
import { DescriptionForm } from "./description-form";
import { changesOf, type Description } from "./draft";

type FormProps = ComponentProps<typeof DescriptionForm>;

interface EditDescriptionProps
  extends Pick<FormProps, "name" | "titleHint" | "infosHint" | "preview" | "action"> {
  found: Description & { version: string };
  /** Page of the item or the group. */
  href: string;
  /** Confirmation of a save. */
  saved: string;
  update: (changes: ReturnType<typeof changesOf>, version: string) => Promise<Outcome<unknown, Description>>;
}

/** Form for the description of an existing item or group; returns to its page. */
export function EditDescription({ found, href, saved, update, ...form }: EditDescriptionProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const client = useQueryClient();
  // The state when the form opened: only fields changed since then are written.
  const [opened] = useState(found);
  return (
    <DescriptionForm
      {...form}
      before={opened}
      version={opened.version}
      cancelHref={href}
      save={async (description, _, { before, version }) => {
        const changes = changesOf(before, description);
        return Object.keys(changes).length === 0 ? { saved: undefined } : update(changes, version);
      }}
      onSaved={() => {
        toast.done(saved);
        void client.invalidateQueries(trpc.pathFilter());
        router.push(href);
      }}
    />
  );
}

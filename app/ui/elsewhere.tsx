"use client";

import { Button } from "@mantine/core";
import { IconBuildingStore } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { inferRouterInputs } from "@trpc/server";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { AppRouter } from "@/server/trpc/root";
import { EmptyState } from "./empty-state";
import { producerPath, withoutProducer } from "./producer-pages";
import { useSignedIn } from "./signed-in";
import { useTRPC } from "./trpc";

type Held = inferRouterInputs<AppRouter>["producers"]["holderOf"];

export interface ElsewhereProps {
  kind: Held["kind"];
  id: string;
  /** Disables the lookup on pages outside a producer. */
  isOff?: boolean;
  /** Shown if none of the person's producers has the object. */
  children: ReactNode;
}

/** Replaces a missing object with a link to the person's producer that has it, if one does. */
export function Elsewhere({ kind, id, isOff = false, children }: ElsewhereProps) {
  const t = useTranslations("common.elsewhere");
  const { memberships, chosen } = useSignedIn();
  const pathname = usePathname();
  const query = useQuery({
    ...useTRPC().producers.holderOf.queryOptions({ kind, id }),
    enabled: !isOff && memberships.length > 1,
    // Ids of an invalid form are refused, and a retry cannot change that.
    retry: false,
  });
  if (query.isLoading) return null;
  const holder = query.data;
  if (!holder || holder.id === chosen?.producerId) return children;
  const { name: producer } = holder;
  return (
    <EmptyState
      icon={IconBuildingStore}
      title={t("text", { kind, producer })}
      action={
        <Button component="a" href={producerPath(holder.id, withoutProducer(pathname))}>
          {t("open", { producer })}
        </Button>
      }
    >
      {t("hint")}
    </EmptyState>
  );
}

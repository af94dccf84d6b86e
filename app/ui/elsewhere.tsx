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

interface ElsewhereProps {
  kind: Held["kind"];
  id: string;
  /** Where the page is not one of a producer's own. */
  isOff?: boolean;
  /** What is said where none of the person's producers has the object. */
  children: ReactNode;
}

/** Where an object is missing: leads to the other producer of the person that has it, if one has. */
export function Elsewhere({ kind, id, isOff = false, children }: ElsewhereProps) {
  const t = useTranslations("common.elsewhere");
  const { memberships, chosen } = useSignedIn();
  const pathname = usePathname();
  const query = useQuery({
    ...useTRPC().producers.holderOf.queryOptions({ kind, id }),
    enabled: !isOff && memberships.length > 1,
    // An id that can name nothing is refused.
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

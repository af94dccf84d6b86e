"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { inferRouterInputs } from "@trpc/server";
import { usePathname } from "next/navigation";
import { useTranslations } from "use-intl";
import type { AppRouter } from "@/server/trpc/root";
import { producerPath, withoutProducer } from "./producer-pages";
import { useSignedIn } from "./signed-in";
import { useTRPC } from "./trpc";

/** Where an object is missing: leads to the other producer of the person that has it, if one has. */
export function Elsewhere(held: inferRouterInputs<AppRouter>["producers"]["holderOf"]) {
  const t = useTranslations("common.elsewhere");
  const { memberships, chosen } = useSignedIn();
  const pathname = usePathname();
  const { data: holder } = useQuery({
    ...useTRPC().producers.holderOf.queryOptions(held),
    enabled: memberships.length > 1,
  });
  if (!holder || holder.id === chosen?.producerId) return null;
  return (
    <div role="status">
      <p>{t("text", { kind: held.kind, producer: holder.name })}</p>
      <Button component="a" href={producerPath(holder.id, withoutProducer(pathname))}>
        {t("open", { producer: holder.name })}
      </Button>
    </div>
  );
}

"use client";

import "@mantine/spotlight/styles.layer.css";
import { useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import {
  IconArrowRight,
  IconBoxMultiple,
  IconFiles,
  IconKeyboard,
  IconPackage,
  IconScan,
  IconSearch,
  IconSunMoon,
  IconWebhook,
} from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { useFailureText } from "@/app/ui/failure";
import { useAskingRouter } from "@/app/ui/leave-guard";
import { useSignedIn } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { showKeys } from "./keys";
import { PAGES } from "./nav-items";

const [store, palette] = createSpotlight();

const TYPED_MS = 120;

interface Hit {
  id: string;
  label: string;
  description?: string;
  icon: typeof IconSearch;
  go: () => void;
}

/** What the service finds for a fragment, by kind. */
function useFound(fragment: string) {
  const t = useTranslations("shell.search");
  const tVerdict = useTranslations("common.verdict");
  const format = useFormatter();
  const router = useAskingRouter();
  const { chosen } = useSignedIn();
  const query = useQuery({
    ...useTRPC().search.find.queryOptions({ fragment }),
    enabled: fragment !== "" && chosen !== undefined,
    placeholderData: keepPreviousData,
  });
  const found = fragment === "" ? undefined : query.data;
  const to = (href: string) => () => router.push(href);
  const idOf = (kind: string, id: string) => ({
    id: `${kind}-${id}`,
    go: to(`/${kind}/${encodeURIComponent(id)}`),
  });
  const groups: { label: string; hits: Hit[] }[] = [
    {
      label: t("items"),
      hits: (found?.items ?? []).map(({ identifier, title }) => ({
        ...idOf("items", identifier),
        label: identifier,
        ...(title ? { description: title } : {}),
        icon: IconPackage,
      })),
    },
    {
      label: t("groups"),
      hits: (found?.groups ?? []).map(({ id, title }) => ({
        ...idOf("groups", id),
        label: title ?? id,
        ...(title ? { description: id } : {}),
        icon: IconBoxMultiple,
      })),
    },
    {
      label: t("scans"),
      hits: (found?.scans ?? []).map(({ id, identifier, timestamp, copyclassification }) => ({
        ...idOf("scans", id),
        label: identifier,
        description: `${tVerdict(copyclassification)}, ${format.dateTime(new Date(timestamp), { dateStyle: "medium", timeStyle: "short" })}`,
        icon: IconScan,
      })),
    },
    {
      label: t("hooks"),
      hits: (found?.hooks ?? []).map(({ id, url }) => ({
        ...idOf("hooks", id),
        label: url,
        icon: IconWebhook,
      })),
    },
    {
      label: t("contents"),
      hits: (found?.contents ?? []).map(({ id, name, contentType }) => ({
        ...idOf("contents", id),
        label: name ?? id,
        description: contentType,
        icon: IconFiles,
      })),
    },
  ];
  return { groups: groups.filter(({ hits }) => hits.length > 0), query };
}

/** What can be done from anywhere. */
function useActions(): Hit[] {
  const t = useTranslations("shell");
  const router = useAskingRouter();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isDark = colorScheme === "dark";
  return [
    ...PAGES.map(({ name, href, icon }) => ({
      id: `page-${name}`,
      label: t("search.goTo", { page: t(`nav.${name}`) }),
      icon,
      go: () => router.push(href),
    })),
    {
      id: "theme",
      label: t(isDark ? "search.light" : "search.dark"),
      icon: IconSunMoon,
      go: () => setColorScheme(isDark ? "light" : "dark"),
    },
    { id: "keys", label: t("account.shortcuts"), icon: IconKeyboard, go: showKeys },
  ];
}

function Entries({ hits }: { hits: Hit[] }) {
  return hits.map(({ id, label, description, icon: Shape, go }) => (
    <Spotlight.Action
      key={id}
      label={label}
      {...(description ? { description } : {})}
      leftSection={<Shape size={18} stroke={1.6} aria-hidden />}
      rightSection={<IconArrowRight size={15} aria-hidden />}
      onClick={go}
    />
  ));
}

/** Finds anything by a fragment, and goes anywhere. `opening` grows whenever it shall open. */
export default function Palette({ opening }: { opening: number }) {
  const t = useTranslations("shell.search");
  const failureText = useFailureText();
  const [typed, setTyped] = useState("");
  const [settled] = useDebouncedValue(typed.trim(), TYPED_MS);
  const { groups, query } = useFound(settled);
  const actions = useActions().filter(({ label }) =>
    label.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new number is a wish to open.
  useEffect(() => palette.open(), [opening]);

  const isEmpty = groups.length === 0 && actions.length === 0;
  const message = query.isError ? failureText(query.error) : query.isFetching ? t("searching") : t("nothing");
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      scrollable
      centered={false}
      yOffset="12dvh"
      overlayProps={{ blur: 0, backgroundOpacity: 0.45 }}
      maxHeight="min(30rem, 70dvh)"
      attributes={{ content: { "aria-label": t("open") } }}
    >
      <Spotlight.Search
        placeholder={t("placeholder")}
        aria-label={t("placeholder")}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {groups.map(({ label, hits }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            <Entries hits={hits} />
          </Spotlight.ActionsGroup>
        ))}
        {actions.length > 0 && (
          <Spotlight.ActionsGroup label={t("actions")}>
            <Entries hits={actions} />
          </Spotlight.ActionsGroup>
        )}
        {isEmpty && <Spotlight.Empty>{message}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

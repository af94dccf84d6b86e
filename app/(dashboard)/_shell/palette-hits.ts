"use client";

import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import {
  IconBookmark,
  IconBoxMultiple,
  IconBriefcase,
  IconFiles,
  IconKeyboard,
  IconListDetails,
  IconPackage,
  IconScan,
  type IconSearch,
  IconSunMoon,
  IconWebhook,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl";
import { useFoundIn } from "@/app/ui/found-in";
import { useAskingRouter } from "@/app/ui/leave-guard";
import { useCan, useSignedIn } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { viewHref } from "@/app/ui/views/query";
import { itemHref } from "../p/[producer]/items/_parts/hrefs";
import { ADMIN_PAGES } from "./admin-pages";
import { DOING_PAGES, FURTHER_PAGES } from "./further-pages";
import { showKeys } from "./keys";
import { PAGES } from "./nav-items";

export interface Hit {
  id: string;
  label: string;
  description?: string;
  icon: typeof IconSearch;
  go: () => void;
}

/** The forms of `x-request-id`: of a process and its count, or of a trace and its span. */
const REQUEST_ID = /^[0-9a-f]{12}-[0-9a-z]{1,12}$|^[0-9a-f]{32}-[0-9a-f]{16}$/;

const described = (...parts: (string | null | undefined)[]) => {
  const description = parts.filter(Boolean).join(" · ");
  return description === "" ? {} : { description };
};

/** The pages of the lists that have saved views. */
const PAGE_OF = {
  items: { name: "items", href: "/items" },
  groups: { name: "groups", href: "/groups" },
  scans: { name: "scans", href: "/scans" },
  files: { name: "files", href: "/files" },
  deliveries: { name: "webhooks", href: "/webhooks" },
  unregisteredCodes: { name: "sightings", href: "/unregistered-codes" },
  cases: { name: "cases", href: "/cases" },
} as const;

/** Search results of the service for a fragment, by kind. */
export function useFound(fragment: string) {
  const t = useTranslations("shell.search");
  const tNav = useTranslations("shell");
  const tVerdict = useTranslations("common.verdict");
  const format = useFormatter();
  const foundIn = useFoundIn();
  const router = useAskingRouter();
  const { chosen, person } = useSignedIn();
  const forAdmins = useQuery({
    ...useTRPC().admin.apiCalls.queryOptions({ requestId: fragment }),
    enabled: person.isAdmin && REQUEST_ID.test(fragment),
  });
  const query = useQuery({
    ...useTRPC().search.find.queryOptions({ fragment }),
    enabled: fragment !== "" && chosen !== undefined,
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
      hits: (found?.items ?? []).map(({ identifier, title, match }) => ({
        id: `items-${identifier}`,
        go: to(itemHref(identifier)),
        label: identifier,
        ...described(title, match && foundIn(match)),
        icon: IconPackage,
      })),
    },
    {
      label: t("groups"),
      hits: (found?.groups ?? []).map(({ id, title, match }) => ({
        ...idOf("groups", id),
        label: title ?? id,
        ...described(title && id, match && foundIn({ ...match, of: "item" })),
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
      label: t("cases"),
      hits: (found?.cases ?? []).map(({ id, number, title }) => ({
        ...idOf("cases", id),
        label: title,
        description: `#${number}`,
        icon: IconBriefcase,
      })),
    },
    {
      label: t("webhooks"),
      hits: (found?.hooks ?? []).map(({ id, url }) => ({
        ...idOf("webhooks", id),
        label: url,
        icon: IconWebhook,
      })),
    },
    {
      label: t("files"),
      hits: (found?.contents ?? []).map(({ id, name, contentType }) => ({
        ...idOf("files", id),
        label: name ?? id,
        description: contentType,
        icon: IconFiles,
      })),
    },
    {
      label: t("calls"),
      hits: (found?.calls ?? []).map(({ id, method, path, status }) => ({
        id: `call-${id}`,
        label: `${method} ${path}`,
        description: String(status),
        icon: IconListDetails,
        go: to(`/request-log?call=${id}`),
      })),
    },
    {
      label: t("allCalls"),
      hits: (REQUEST_ID.test(fragment) ? (forAdmins.data ?? []) : []).map(
        ({ id, method, endpoint, status, producer }) => ({
          id: `any-call-${id}`,
          label: `${method} ${endpoint}`,
          ...described(producer, String(status)),
          icon: IconListDetails,
          go: to(`/admin/calls?${new URLSearchParams({ request: fragment, call: id })}`),
        }),
      ),
    },
    {
      label: t("views"),
      hits: (found?.views ?? []).map(({ id, list, name, query, hook }) => ({
        id: `view-${id}-${hook?.id ?? ""}`,
        label: name,
        ...described(tNav(`nav.${PAGE_OF[list].name}`), hook?.url),
        icon: IconBookmark,
        go: to(
          hook
            ? `${viewHref(`${PAGE_OF[list].href}/${hook.id}`, query, id)}#deliveries`
            : viewHref(PAGE_OF[list].href, query, id),
        ),
      })),
    },
  ];
  return { groups: groups.filter(({ hits }) => hits.length > 0), query };
}

/** Commands that work on every page. */
export function useActions(): Hit[] {
  const t = useTranslations("shell");
  const router = useAskingRouter();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme() === "dark";
  const { chosen, person } = useSignedIn();
  const canEdit = useCan("editor");
  return [
    ...[...(chosen ? [...PAGES, ...FURTHER_PAGES] : []), ...(person.isAdmin ? ADMIN_PAGES : [])].map(
      ({ name, href, icon }) => ({
        id: `page-${name}`,
        label: t("search.goTo", { page: t(`nav.${name}`) }),
        icon,
        go: () => router.push(href),
      }),
    ),
    ...(canEdit ? DOING_PAGES : []).map(({ name, href, icon }) => ({
      id: `page-${name}`,
      label: t(`nav.${name}`),
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

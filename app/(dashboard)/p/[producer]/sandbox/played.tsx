"use client";

import { List, Stack } from "@mantine/core";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { itemHref } from "../items/_parts/hrefs";
import { scansHref } from "../scans/hrefs";

/** The scans that the simulator has played. */
export interface PlayedScans {
  identifier: string;
  scans: number;
}

/** Where the played scans can be seen. */
export function Played({ identifier, scans }: PlayedScans) {
  const t = useTranslations("sandbox.simulator.played");
  const places = [
    ["item", itemHref(identifier)],
    ["scans", scansHref({ item: identifier })],
    ["map", "/map"],
    ["alerts", "/alerts"],
    ["webhooks", "/webhooks"],
  ] as const;
  return (
    <Stack gap="xs" mt="lg">
      <p>{t("text", { scans, identifier })}</p>
      <List spacing={4}>
        {places.map(([place, href]) => (
          <List.Item key={place}>
            <Link href={href}>{t(place)}</Link>
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

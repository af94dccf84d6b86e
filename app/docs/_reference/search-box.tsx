"use client";

import { TextInput } from "@mantine/core";
import { useDebouncedCallback, useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { usePathname, useRouter } from "next/navigation";
import { useRef } from "react";
import { useTranslations } from "use-intl";

const PAUSE_MS = 150;
const RESULTS = "/docs/search";

interface SearchBoxProps {
  /** The query of the requested page. */
  query: string;
  className?: string | undefined;
}

/** Search field of the reference. Its results are a page; with scripts they follow each letter. */
export function SearchBox({ query, className }: SearchBoxProps) {
  const t = useTranslations("docs");
  const router = useRouter();
  const pathname = usePathname();
  const field = useRef<HTMLInputElement>(null);
  const show = useDebouncedCallback((text: string) => {
    if (text.trim() === "") return;
    const href = `${RESULTS}?q=${encodeURIComponent(text)}`;
    if (pathname === RESULTS) router.replace(href);
    else router.push(href);
  }, PAUSE_MS);
  useHotkeys([["/", () => field.current?.focus()]]);
  return (
    <search className={className}>
      <form action={RESULTS}>
        <TextInput
          ref={field}
          type="search"
          name="q"
          size="sm"
          aria-label={t("search")}
          placeholder={t("searchHint")}
          defaultValue={query}
          onChange={(event) => show(event.currentTarget.value)}
          leftSection={<IconSearch size={16} aria-hidden />}
          autoComplete="off"
        />
      </form>
    </search>
  );
}

"use client";

import { IconBell } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { hideNotice, showNotice } from "@/app/ui/notices";
import { useAlertNews } from "./alert-news";

const NOTICE_TIMEOUT_MS = 20_000;

/** Shows a notification when a rule opens an alert while the dashboard is open. */
export function AlertNotice() {
  const t = useTranslations("shell.alerts");
  const tCommon = useTranslations("common");
  const news = useAlertNews();
  const seen = useRef<Set<string>>(undefined);
  useEffect(() => {
    if (!news) return;
    const known = seen.current;
    seen.current = new Set([...(known ?? []), ...news.newest.map(({ id }) => id)]);
    if (!known) return;
    for (const { id, ruleName } of news.newest) {
      if (known.has(id)) continue;
      showNotice({
        id,
        role: "alert",
        autoClose: NOTICE_TIMEOUT_MS,
        icon: <IconBell size={16} aria-hidden />,
        closeButtonProps: { "aria-label": tCommon("close") },
        message: (
          <>
            {t("opened", { name: ruleName })}{" "}
            <Link href={`/alerts/${id}`} onClick={() => hideNotice(id)}>
              {t("view")}
            </Link>
          </>
        ),
      });
    }
  }, [news, t, tCommon]);
  return null;
}

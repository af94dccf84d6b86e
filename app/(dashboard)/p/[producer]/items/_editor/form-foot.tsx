"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "use-intl";
import { FormFailure } from "@/app/ui/form-failure";
import { Link } from "@/app/ui/link";
import classes from "./editor.module.css";

interface FormFootProps {
  failure: string | undefined;
  busy: boolean;
  action: string;
  /** Target of "Cancel". */
  cancelHref: string;
}

/** Error and buttons of a form; sticky, so that they stay visible. */
export function FormFoot({ failure, busy, action, cancelHref }: FormFootProps) {
  const t = useTranslations("common");
  return (
    <div className={classes.foot}>
      <FormFailure>{failure}</FormFailure>
      <div className={classes.footButtons}>
        <Button component={Link} href={cancelHref} variant="default">
          {t("cancel")}
        </Button>
        <Button type="submit" loading={busy}>
          {action}
        </Button>
      </div>
    </div>
  );
}

import { Button } from "@mantine/core";
import { PublicFrame } from "@/app/ui/public-frame";
import type { PublicDemo } from "@/server/web/demo/shown-demo";
import { Brands } from "./brands";
import { CheckCode } from "./check-code";
import type { TypedCode } from "./code-in";
import { Developers } from "./developers";
import classes from "./landing.module.css";
import { OpenDemo } from "./open-demo";
import { Shot } from "./shot";
import { PHONE } from "./sizes";
import { landingWords } from "./words";

interface LandingProps {
  baseUrl: string;
  /** The text in the field, and what is wrong with it. */
  typed: string;
  fault: Extract<TypedCode, { fault: string }>["fault"] | undefined;
  demo: PublicDemo | undefined;
}

/** Landing page for signed-out visitors: for buyers, brands and developers. */
export async function Landing({ baseUrl, typed, fault, demo }: LandingProps) {
  const { t } = await landingWords();
  return (
    <PublicFrame
      isWide
      ways={
        <Button component="a" href="/login" size="sm" variant="default">
          {t("signIn")}
        </Button>
      }
    >
      <div className={classes.hero}>
        <div>
          <h1>{t("title")}</h1>
          <p className={classes.lead}>{t("lead")}</p>
          <CheckCode typed={typed} fault={fault} codes={demo?.state === "ready" ? demo.codes : undefined} />
          {demo && <OpenDemo />}
        </div>
        <Shot name="verify" size={PHONE} alt={t("shots.verify")} />
      </div>
      <Brands />
      <Developers baseUrl={baseUrl} />
    </PublicFrame>
  );
}

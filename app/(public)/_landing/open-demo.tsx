import { Button } from "@mantine/core";
import classes from "./landing.module.css";
import { landingWords } from "./words";

/** Form that signs a visitor in to the demo. */
export async function OpenDemo() {
  const { t } = await landingWords();
  return (
    <form action="/demo/open" method="post" className={classes.demo}>
      <Button type="submit" size="md" variant="light">
        {t("demo.open")}
      </Button>
      <p className={classes.dim}>{t("demo.text")}</p>
    </form>
  );
}

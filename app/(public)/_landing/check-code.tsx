import { Button, Input, InputDescription, InputError, InputLabel } from "@mantine/core";
import type { DemoCodes } from "@/server/web/demo/shown-demo";
import { pagePath } from "../v/[identifier]/_page/paths";
import { MAX_TYPED_CHARACTERS, type TypedCode } from "./code-in";
import classes from "./landing.module.css";
import { landingWords } from "./words";

interface CheckCodeProps {
  typed: string;
  fault: Extract<TypedCode, { fault: string }>["fault"] | undefined;
  /** Codes of the demo to try; undefined until it exists. */
  codes: DemoCodes | undefined;
}

const KINDS = ["genuine", "suspicious", "unknown"] as const;

/** Field for a code, which leads to its verify page, also without script. */
export async function CheckCode({ typed, fault, codes }: CheckCodeProps) {
  const { t } = await landingWords();
  return (
    <section aria-label={t("check.title")} className={classes.check}>
      <form action="/" method="get">
        <InputLabel htmlFor="code" size="md">
          {t("check.label")}
        </InputLabel>
        <InputDescription id="code-hint">{t("check.hint")}</InputDescription>
        <div className={classes.checkRow}>
          <Input
            id="code"
            name="code"
            size="md"
            placeholder={t("check.example", { code: "4006381333931" })}
            defaultValue={typed}
            maxLength={MAX_TYPED_CHARACTERS}
            autoComplete="off"
            autoCapitalize="off"
            autoFocus={fault !== undefined}
            spellCheck={false}
            error={fault !== undefined}
            aria-describedby={fault ? "code-fault code-hint" : "code-hint"}
            className={classes.checkField}
          />
          <Button type="submit" size="md">
            {t("check.submit")}
          </Button>
        </div>
        {fault && (
          <InputError id="code-fault" role="alert">
            {t(`check.faults.${fault}`)}
          </InputError>
        )}
      </form>
      {codes && (
        <>
          <p className={classes.dim}>{t("check.examples")}</p>
          <ul className={classes.examples}>
            {KINDS.map((kind) => (
              <li key={kind}>
                <a href={pagePath(codes[kind])}>{t(`check.kinds.${kind}`)}</a>{" "}
                <code translate="no">{codes[kind]}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

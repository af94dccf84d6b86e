"use client";

import { CLAIM_KINDS, type Claim, ClaimFault, claimMatches, parseClaim } from "@assay/codes";
import { Button, SegmentedControl, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useMessages, useTranslations } from "use-intl";
import { useFailureText } from "@/app/ui/failure";
import { FormFailure } from "@/app/ui/form-failure";
import { Section } from "@/app/ui/section";
import sections from "@/app/ui/section.module.css";
import { usePatternWords } from "./pattern-words";
import classes from "./patterns.module.css";
import { useClaim } from "./use-claim";

type Kind = Claim["kind"];

/** The claim of the form, or the code of its fault. */
function claimOf(kind: Kind, text: string): Claim | string {
  try {
    return parseClaim(kind, text);
  } catch (fault) {
    if (fault instanceof ClaimFault) return `code-pattern-${fault.code}`;
    throw fault;
  }
}

/** Form that claims a pattern, with a field that tests a code. */
export function ClaimForm() {
  const t = useTranslations("codePatterns");
  const words = usePatternWords();
  const failureText = useFailureText();
  const faults = new Map<string, string>(Object.entries(useMessages().errors.codes));
  const [kind, setKind] = useState<Kind>("prefix");
  const [text, setText] = useState("");
  const [code, setCode] = useState("");
  const claim = useClaim();
  const wanted = claimOf(kind, text.trim());
  const isFaulty = typeof wanted === "string";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isFaulty) claim.mutate({ kind, text: wanted.text }, { onSuccess: () => setText("") });
  };
  return (
    <Section title={t("form.title")}>
      <form className={sections.form} onSubmit={submit}>
        <SegmentedControl
          aria-label={t("form.kind")}
          fullWidth
          value={kind}
          onChange={(value) => setKind(CLAIM_KINDS.find((one) => one === value) ?? "prefix")}
          data={CLAIM_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
        <TextInput
          label={t("form.text")}
          description={t(`form.hints.${kind}`)}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={400}
          autoComplete="off"
          spellCheck={false}
          required
          error={text !== "" && isFaulty ? faults.get(wanted) : undefined}
        />
        {!isFaulty && (
          <p>
            {t("form.matches")}: <strong className={classes.code}>{words(kind, wanted.text)}</strong>
          </p>
        )}
        <TextInput
          label={t("form.test")}
          description={t("form.testHint")}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
        />
        <p role="status">
          {code !== "" && !isFaulty && t(claimMatches(wanted, code) ? "form.yes" : "form.no")}
        </p>
        <FormFailure>{claim.isError && failureText(claim.error)}</FormFailure>
        <Button type="submit" loading={claim.isPending} disabled={isFaulty}>
          {t("form.submit")}
        </Button>
      </form>
    </Section>
  );
}

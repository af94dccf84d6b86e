import type { ReactNode } from "react";
import classes from "./field-list.module.css";
import type { Field } from "./fields";
import { Prose } from "./prose";
import type { DocsWords } from "./words";

/** Which fields have a mark: those that a request must have, or those that an answer may lack. */
type Mark = "required" | "optional";

interface ListProps {
  mark: Mark;
  words: DocsWords;
}

function SameAs({ of: { id, summary }, words: t }: { of: NonNullable<Field["sameAs"]>; words: DocsWords }) {
  const call = (words: ReactNode) => (
    <a href={`#${id}`} lang="en">
      {words}
    </a>
  );
  return <p className={classes.text}>{t.rich("sameAs", { call, summary })}</p>;
}

function Row({ field, mark, words: t }: ListProps & { field: Field }) {
  const { name, type, isRequired, description, values, bounds, fields, variants, sameAs } = field;
  return (
    <li className={classes.field}>
      <p className={classes.line}>
        <code className={classes.name}>{name}</code>
        <span className={classes.type} lang="en">
          {[type, ...bounds].join(", ")}
        </span>
        {isRequired === (mark === "required") && <span className={classes.mark}>{t(mark)}</span>}
      </p>
      {description && (
        <p className={classes.text}>
          <Prose text={description} />
        </p>
      )}
      {values.length > 0 && (
        <p className={classes.text}>
          {t("values")}{" "}
          {values.map((value) => (
            <code key={value} className={classes.value}>
              {value}
            </code>
          ))}
        </p>
      )}
      {sameAs && <SameAs of={sameAs} words={t} />}
      {fields.length > 0 && (
        <details className={classes.inner} open={name === "data"}>
          <summary>{t("fieldsOf", { name })}</summary>
          <FieldList fields={fields} mark={mark} words={t} />
        </details>
      )}
      {variants.length > 0 && (
        <details className={classes.inner}>
          <summary>{t("variantsOf", { count: variants.length, name })}</summary>
          <Variants variants={variants} mark={mark} words={t} />
        </details>
      )}
    </li>
  );
}

/** Fields with type, sentence and bounds; those of objects are nested. */
export function FieldList({ fields, mark, words }: ListProps & { fields: Field[] }) {
  return (
    <ul className={classes.list}>
      {fields.map((field) => (
        <Row key={field.name} field={field} mark={mark} words={words} />
      ))}
    </ul>
  );
}

function Variants({ variants, mark, words }: ListProps & { variants: Field["variants"] }) {
  return variants.map(({ name, fields }) => (
    <div key={name} className={classes.variant}>
      <p className={classes.line}>
        <code className={classes.name}>{name}</code>
      </p>
      <FieldList fields={fields} mark={mark} words={words} />
    </div>
  ));
}

/** The fields of a body, or its variants. */
export function BodyFields({ field, mark, words }: ListProps & { field: Field }) {
  if (field.sameAs) return <SameAs of={field.sameAs} words={words} />;
  if (field.variants.length > 0) return <Variants variants={field.variants} mark={mark} words={words} />;
  return field.fields.length > 0 ? <FieldList fields={field.fields} mark={mark} words={words} /> : null;
}

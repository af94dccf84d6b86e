import classes from "./field-list.module.css";
import type { Field } from "./fields";
import { Prose } from "./prose";
import type { DocsWords } from "./words";

interface FieldListProps {
  fields: Field[];
  words: DocsWords;
}

function Row({ field, words: t }: { field: Field; words: DocsWords }) {
  const { name, type, isRequired, description, values, bounds, fields, variants } = field;
  return (
    <li className={classes.field}>
      <p className={classes.line}>
        <code className={classes.name}>{name}</code>
        <span className={classes.type} lang="en">
          {[type, ...bounds].join(", ")}
        </span>
        {isRequired && <span className={classes.required}>{t("required")}</span>}
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
      {fields.length > 0 && (
        <details className={classes.inner} open={name === "data"}>
          <summary>{t("fieldsOf", { name })}</summary>
          <FieldList fields={fields} words={t} />
        </details>
      )}
      {variants.length > 0 && (
        <details className={classes.inner}>
          <summary>{t("variantsOf", { count: variants.length, name })}</summary>
          <Variants variants={variants} words={t} />
        </details>
      )}
    </li>
  );
}

/** Fields with type, sentence and bounds; those of objects are nested. */
export function FieldList({ fields, words }: FieldListProps) {
  return (
    <ul className={classes.list}>
      {fields.map((field) => (
        <Row key={field.name} field={field} words={words} />
      ))}
    </ul>
  );
}

function Variants({ variants, words }: { variants: Field["variants"]; words: DocsWords }) {
  return variants.map(({ name, fields }) => (
    <div key={name} className={classes.variant}>
      <p className={classes.line}>
        <code className={classes.name}>{name}</code>
      </p>
      <FieldList fields={fields} words={words} />
    </div>
  ));
}

/** The fields of a body, or its variants. */
export function BodyFields({ field, words }: { field: Field; words: DocsWords }) {
  if (field.variants.length > 0) return <Variants variants={field.variants} words={words} />;
  return field.fields.length > 0 ? <FieldList fields={field.fields} words={words} /> : null;
}

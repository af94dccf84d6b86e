import { TryIt } from "../_try/try-it";
import classes from "./call.module.css";
import { Code, json } from "./code";
import { BodyFields, FieldList } from "./field-list";
import { type CallFields, isLines } from "./fields";
import { CODE_LANGUAGES, NAME_OF } from "./languages";
import { Prose } from "./prose";
import type { Call as CallOf, Refusals } from "./reference";
import { reference } from "./reference";
import { sampleOf } from "./samples";
import type { DocsWords } from "./words";

interface CallProps {
  call: CallOf;
  fields: CallFields;
  words: DocsWords;
}

function credentialOf({ security }: CallOf): "none" | "token" | "optional" | "hooks" {
  if (security.length === 0) return "none";
  if (security.some((alternative) => Object.keys(alternative).length === 0)) return "optional";
  return security.some((alternative) => "ownerKey" in alternative) ? "hooks" : "token";
}

const isJson = ({ type }: { type: string }) => type === "application/json";

/** The example of an answer: JSON, or an entry on each line. */
function exampleText(answers: CallOf["answers"]): string | undefined {
  const example = answers.find(isJson)?.example;
  if (example !== undefined) return json(example);
  const lines = answers.find(isLines)?.example;
  return Array.isArray(lines) ? lines.map((line) => JSON.stringify(line)).join("\n") : undefined;
}

function Parameters({ fields: { parameters }, words: t }: CallProps) {
  return parameters.map(({ place, fields }) => (
    <section key={place}>
      <h3>{t(`place.${place}`)}</h3>
      <FieldList fields={fields} mark="required" words={t} />
    </section>
  ));
}

function RequestBody({ call: { bodies }, fields: { body }, words: t }: CallProps) {
  if (bodies.length === 0) return null;
  const others = body ? bodies.slice(1) : bodies;
  const types = others.map(({ type }) => type).join(", ");
  return (
    <section>
      <h3>{t("body")}</h3>
      {body && <BodyFields field={body} mark="required" words={t} />}
      {types !== "" && <p className={classes.note}>{t(body ? "otherBodies" : "bodies", { types })}</p>}
    </section>
  );
}

function Answer({ call: { answers }, fields: { answer }, words: t }: CallProps) {
  const [first] = answers;
  return (
    <section>
      <h3>{t("answer")}</h3>
      {first === undefined && <p className={classes.note}>{t("answerEmpty")}</p>}
      {first && !answer && <p className={classes.note}>{t("answerFile", { types: first.type })}</p>}
      {answer && <BodyFields field={answer} mark="optional" words={t} />}
    </section>
  );
}

function Refusal({ status, description, codes }: Refusals) {
  return (
    <li>
      <span className={classes.status}>{status}</span>
      <div>
        <Prose text={description} />
        {codes.length > 0 && (
          <p className={classes.codes}>
            {codes.map((code) => (
              <a key={code} href={`/docs/errors#${code}`}>
                <code>{code}</code>
              </a>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}

function Samples({ call, words: t }: Omit<CallProps, "fields">) {
  const { baseUrl } = reference();
  const answer = exampleText(call.answers);
  const body = call.bodies.find(isJson);
  if (call.isEvent)
    return (
      <Code label={`${t("event")}: ${call.summary}`} what={t("copied.event")} code={json(body?.example)} />
    );
  return (
    <>
      <h3>{t("request")}</h3>
      {CODE_LANGUAGES.map((language) => (
        <div key={language} data-code={language}>
          <Code
            label={`${t("request")}: ${call.summary}, ${NAME_OF[language]}`}
            what={t("copied.request")}
            code={sampleOf(call, language, baseUrl)}
          />
        </div>
      ))}
      {answer !== undefined && (
        <>
          <h3>{t("response")}</h3>
          <Code label={`${t("response")}: ${call.summary}`} what={t("copied.answer")} code={answer} />
        </>
      )}
    </>
  );
}

const textOf = (value: unknown) => (value === undefined ? "" : String(value));

/** What the form needs to make the call. */
function tryProps({ method, path, parameters, bodies, security, summary }: CallOf) {
  const [body] = bodies;
  return {
    method,
    path,
    summary,
    takesToken: security.some((alternative) => "token" in alternative),
    parameters: parameters
      .filter((parameter) => parameter.in !== "header")
      .map(({ name, in: place, required = false, example }) => ({
        name,
        isPath: place === "path",
        isRequired: required,
        example: textOf(example),
      })),
    body:
      body === undefined
        ? undefined
        : { type: body.type, example: isJson(body) ? json(body.example) : textOf(body.example) },
  };
}

/** One call: its words on one side, its code on the other. */
export function Call({ call, fields, words: t }: CallProps) {
  const { id, method, path, summary, description, isEvent, refusals } = call;
  return (
    <section className={classes.call} aria-labelledby={id}>
      <div className={classes.words}>
        <div className={classes.title}>
          <h2 id={id} lang="en">
            {summary}
          </h2>
          <a href={`#${id}`} aria-label={t("linkTo", { name: summary })}>
            #
          </a>
        </div>
        <p className={classes.path} lang="en">
          {!isEvent && <span className={classes.method}>{method}</span>}
          <code>{path}</code>
        </p>
        {!isEvent && <p className={classes.note}>{t(`credential.${credentialOf(call)}`)}</p>}
        <p className={classes.description}>
          <Prose text={description} />
        </p>
        {!isEvent && <Parameters call={call} fields={fields} words={t} />}
        <RequestBody call={call} fields={fields} words={t} />
        {!isEvent && <Answer call={call} fields={fields} words={t} />}
        {refusals.length > 0 && (
          <section>
            <h3>{t("errors")}</h3>
            <ul className={classes.refusals}>
              {refusals.map((refusal) => (
                <Refusal key={refusal.status} {...refusal} />
              ))}
            </ul>
          </section>
        )}
      </div>
      <div className={classes.samples}>
        <Samples call={call} words={t} />
        {!isEvent && <TryIt {...tryProps(call)} />}
      </div>
    </section>
  );
}

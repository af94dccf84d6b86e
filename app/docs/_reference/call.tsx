import { TryIt } from "../_try/try-it";
import classes from "./call.module.css";
import { Code, json } from "./code";
import { BodyFields, FieldList } from "./field-list";
import { bodyField, parameterField } from "./fields";
import { CODE_LANGUAGES, NAME_OF } from "./languages";
import { Prose } from "./prose";
import type { Call as CallOf, Refusals } from "./reference";
import { reference } from "./reference";
import { sampleOf } from "./samples";
import type { DocsWords } from "./words";

interface CallProps {
  call: CallOf;
  words: DocsWords;
}

function credentialOf({ security }: CallOf): "none" | "token" | "optional" | "hooks" {
  if (security.length === 0) return "none";
  if (security.some((alternative) => Object.keys(alternative).length === 0)) return "optional";
  return security.some((alternative) => "ownerKey" in alternative) ? "hooks" : "token";
}

const isJson = ({ type }: { type: string }) => type === "application/json";

function Parameters({ call: { parameters }, words: t }: CallProps) {
  return (["path", "query", "header"] as const).map((place) => {
    const listed = parameters.filter((parameter) => parameter.in === place);
    return listed.length === 0 ? null : (
      <section key={place}>
        <h3>{t(`place.${place}`)}</h3>
        <FieldList fields={listed.map(parameterField)} words={t} />
      </section>
    );
  });
}

function RequestBody({ call: { bodies }, words: t }: CallProps) {
  const [first, ...others] = bodies;
  if (!first) return null;
  const types = (isJson(first) ? others : bodies).map(({ type }) => type).join(", ");
  return (
    <section>
      <h3>{t("body")}</h3>
      {first.schema && isJson(first) && <BodyFields field={bodyField(first.schema)} words={t} />}
      {types !== "" && <p className={classes.note}>{t("otherBodies", { types })}</p>}
    </section>
  );
}

function Answer({ call: { answers, isEvent }, words: t }: CallProps) {
  if (isEvent) return null;
  const [answer] = answers;
  return (
    <section>
      <h3>{t("answer")}</h3>
      {answer === undefined && <p className={classes.note}>{t("answerEmpty")}</p>}
      {answer && !isJson(answer) && <p className={classes.note}>{t("answerFile", { types: answer.type })}</p>}
      {answer?.schema && isJson(answer) && <BodyFields field={bodyField(answer.schema)} words={t} />}
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

function Samples({ call, words: t }: CallProps) {
  const { baseUrl } = reference();
  const answer = call.answers.find(isJson);
  const body = call.bodies.find(isJson);
  if (call.isEvent)
    return (
      <Code label={`${call.summary}: ${t("event")}`} what={t("copied.event")} code={json(body?.example)} />
    );
  return (
    <>
      <h3>{t("request")}</h3>
      {CODE_LANGUAGES.map((language) => (
        <div key={language} data-code={language}>
          <Code
            label={`${call.summary}: ${NAME_OF[language]}`}
            what={t("copied.request")}
            code={sampleOf(call, language, baseUrl)}
          />
        </div>
      ))}
      {answer?.example !== undefined && (
        <>
          <h3>{t("response")}</h3>
          <Code
            label={`${call.summary}: ${t("response")}`}
            what={t("copied.answer")}
            code={json(answer.example)}
          />
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
export function Call({ call, words: t }: CallProps) {
  const { id, method, path, summary, description, isEvent, refusals } = call;
  return (
    <section className={classes.call} aria-labelledby={id}>
      <div className={classes.words}>
        <h2 id={id} className={classes.title} lang="en">
          {summary}{" "}
          <a href={`#${id}`} className={classes.anchor} aria-label={t("linkTo", { name: summary })}>
            #
          </a>
        </h2>
        <p className={classes.path}>
          {!isEvent && <span className={classes.method}>{method}</span>}
          <code>{path}</code>
        </p>
        {!isEvent && <p className={classes.note}>{t(`credential.${credentialOf(call)}`)}</p>}
        <p className={classes.description}>
          <Prose text={description} />
        </p>
        {!isEvent && <Parameters call={call} words={t} />}
        <RequestBody call={call} words={t} />
        <Answer call={call} words={t} />
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

"use client";

import { useMessages, useTranslations } from "use-intl";
import { isRecord } from "@/server/core/is-record";

/** A fault of the input, at a JSON pointer such as `/title`. */
export interface Fault {
  pointer: string;
  message: string;
}

/** A refused or failed call. */
export interface Failure {
  /** Stable code of the refusal, such as `item-invalidated`; undefined if no response arrived. */
  code: string | undefined;
  /** 0 if no response arrived. */
  status: number;
  detail: string;
  faults: Fault[];
  requestId: string | undefined;
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

const isFault = (value: unknown): value is Fault =>
  isRecord(value) && typeof value.pointer === "string" && typeof value.message === "string";

/** Read any error thrown by a call; our procedures put the refusal into the error's `data`. */
export function failureOf(error: unknown): Failure {
  const data = isRecord(error) && isRecord(error.data) ? error.data : {};
  const message = error instanceof Error ? error.message : "";
  return {
    code: textOf(data.appCode) ?? textOf(data.code),
    status: typeof data.httpStatus === "number" ? data.httpStatus : 0,
    detail: textOf(data.detail) ?? message,
    faults: Array.isArray(data.errors) ? data.errors.filter(isFault) : [],
    requestId: textOf(data.requestId),
  };
}

export const isSignedOut = (error: unknown) => failureOf(error).code === "not-signed-in";

/** Whether the person has to prove their presence first. */
export const isConfirmationNeeded = (error: unknown) => failureOf(error).code === "confirmation-needed";

/** Whether a retry can succeed: for missing responses and server errors, not for refusals. */
export function isWorthRetrying(error: unknown): boolean {
  const { status } = failureOf(error);
  return status === 0 || status >= 500;
}

/** Catalogue key of a message of the service: `must-have-n-to-n-characters`. */
export const slugOf = (message: string) =>
  message
    .toLowerCase()
    .replaceAll(/\d+/g, "n")
    .replaceAll(/[^a-z]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/** The fault of a field as a sentence, translated if the catalogue has it. */
export function useFaultText(): (fault: Fault) => string {
  const faults = new Map<string, string>(Object.entries(useMessages().errors.faults));
  return ({ message }) => {
    const numbers = (message.match(/\d+/g) ?? []).values();
    const said = faults.get(slugOf(message)) ?? `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
    return said.replaceAll("[n]", () => numbers.next().value ?? "").replace(/\.\.$/, ".");
  };
}

/** Join sentences without repeating equal ones. */
const saidOnce = (sentences: string[]) => [...new Set(sentences)].join(" ");

/** A failure as a sentence, translated if the catalogue `errors` knows its code, else the service's own text. */
export function useFailureText(): (error: unknown) => string {
  const t = useTranslations("errors");
  const faultText = useFaultText();
  const codes = new Map<string, string>(Object.entries(useMessages().errors.codes));
  return (error) => {
    const { code, status, detail, faults, requestId } = failureOf(error);
    if (status === 0) return t("noAnswer");
    if (status >= 500) return t("ours", { requestId: requestId ?? "-" });
    if (code === "invalid-input" && faults.length > 0) return saidOnce(faults.map(faultText));
    return codes.get(code ?? "") ?? (detail || t("unknown"));
  };
}

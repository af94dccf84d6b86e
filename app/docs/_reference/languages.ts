/** Languages of code samples, in the order of their tabs. */
export const CODE_LANGUAGES = ["curl", "javascript", "python"] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/** The languages' own names. */
export const NAME_OF: Record<CodeLanguage, string> = {
  curl: "curl",
  javascript: "JavaScript",
  python: "Python",
};

export const CODE_LANGUAGE_COOKIE = "assay-code-language";

export const isCodeLanguage = (value: unknown): value is CodeLanguage =>
  CODE_LANGUAGES.some((language) => language === value);

/** A call with the values of its example. */
export interface Trial {
  method: string;
  /** Path with names of parameters in braces. */
  path: string;
  summary: string;
  takesToken: boolean;
  parameters: { name: string; isPath: boolean; isRequired: boolean; example: string }[];
  body: { type: string; example: string } | undefined;
}

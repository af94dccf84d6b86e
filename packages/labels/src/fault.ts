/** What makes a label impossible. */
export type LabelFaultCode = "payload" | "too-small" | "quiet-zone" | "grid" | "picture-size";

/** A label cannot be drawn. */
export class LabelFault extends Error {
  constructor(
    readonly code: LabelFaultCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "LabelFault";
  }
}

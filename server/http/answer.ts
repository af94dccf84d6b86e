/** An answer with headers of its own, where a plain value does not suffice. */
export class Answer<T> {
  constructor(
    readonly body: T,
    readonly headers: Record<string, string> = {},
    /** The scan that it tells of: a kept answer is found by it when the scan is erased. */
    readonly scanId?: string,
  ) {}
}

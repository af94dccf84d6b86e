/** An answer with its own headers. */
export class Answer<T> {
  constructor(
    readonly body: T,
    readonly headers: Record<string, string> = {},
    /** The scan that the answer contains; the scan's erasure finds stored answers by it. */
    readonly scanId?: string,
  ) {}
}

/** One page of a list. */
export interface Page<Body, Entry> {
  entries: readonly Entry[];
  /** The answer as it came, with what it says beside the entries. */
  body: Body;
  /** Where the page ends, for a later call: of lists that grow at their end. */
  cursor: string | undefined;
  /** Asks for the next page; undefined on the last one. */
  next: (() => Promise<Page<Body, Entry>>) | undefined;
}

/** A list in pages. Nothing is asked before it is read; each reading begins anew. */
export class List<Body, Entry> implements AsyncIterable<Entry> {
  /** Asks for the first page. */
  readonly page: () => Promise<Page<Body, Entry>>;

  constructor(first: () => Promise<Page<Body, Entry>>) {
    this.page = first;
  }

  /** All pages, each asked for when it is reached. */
  async *pages(): AsyncGenerator<Page<Body, Entry>, void, undefined> {
    let ask: (() => Promise<Page<Body, Entry>>) | undefined = this.page;
    while (ask) {
      const page: Page<Body, Entry> = await ask();
      yield page;
      ask = page.next;
    }
  }

  /** All entries of all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Entry, void, undefined> {
    for await (const { entries } of this.pages()) yield* entries;
  }
}

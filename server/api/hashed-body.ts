import { createHash } from "node:crypto";

/** A body that is hashed while it is read. A reader may stop early: the digest reads the rest. */
export class HashedBody implements AsyncIterable<Uint8Array> {
  private readonly hash = createHash("sha256");
  private readonly parts: AsyncIterator<Uint8Array>;

  /** `description` is hashed before the body. */
  constructor(body: AsyncIterable<Uint8Array>, description: string) {
    this.hash.update(`${description}\n`);
    this.parts = body[Symbol.asyncIterator]();
  }

  // Leaves the body open when its reader stops.
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (let part = await this.parts.next(); !part.done; part = await this.parts.next()) {
      this.hash.update(part.value);
      yield part.value;
    }
  }

  /** The SHA-256 of description and body. Called once. */
  async digest(): Promise<Buffer> {
    for await (const _ of this);
    return this.hash.digest();
  }

  async close(): Promise<void> {
    await this.parts.return?.();
  }
}

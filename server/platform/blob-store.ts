/** A byte range of a blob, from 0, both ends inclusive; it must begin within the blob. */
export interface BlobRange {
  start: number;
  end: number;
}

export interface KeptBlob {
  id: string;
  /** The time of the put, by the clock of the store. */
  keptAt: Date;
}

/**
 * The store of file bytes: a folder by default, an S3 bucket by configuration. Blobs never change. An id must come from
 * `newId`; every other text throws. A missing or unreachable bucket throws as well, and never counts as an absent blob.
 */
export interface Blobs {
  /** Stores the bytes under the id; resolves once they would survive a crash of the machine. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** Returns the bytes of a blob or of a range of it; undefined where the blob is absent. */
  read(id: string, range?: BlobRange): Promise<Buffer | undefined>;
  /** As `read`, for blobs too large for memory. Holds a file or a socket until the stream ends or is cancelled. */
  stream(id: string, range?: BlobRange): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Removes the blob; does nothing where it is absent. A crash may bring it back. */
  remove(id: string): Promise<void>;
  /** Lists all blobs, unordered, in pages of at most 1000; also removes partial writes that are over an hour old. */
  list(): AsyncIterable<KeptBlob[]>;
  /** The file of a blob, which may be absent; only of a store that is a folder. */
  pathOf?(id: string): string;
  /** Puts and removes an empty blob, and lists. @throws an error that names the place */
  check(): Promise<void>;
  /** Closes the connections; the store is unusable afterwards. */
  close(): Promise<void>;
}

/** A store that can hold copies of another one. */
export interface CopiedBlobs extends Blobs {
  /** Which of the blobs are here. Ids are in order, and found soonest where they are neighbours. */
  held(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Adds a blob of another store: the same file where both lie on one file system, else a copy. Returns whether the blob is
   * here then; false where the other store lacks it.
   */
  adopt(id: string, from: Blobs): Promise<boolean>;
  /** Moves a blob to another store, where its time is that of the move. */
  moveTo(other: CopiedBlobs, id: string): Promise<void>;
}

/** A store that is a folder. */
export interface FolderBlobs extends CopiedBlobs {
  pathOf(id: string): string;
}

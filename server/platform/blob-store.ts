/** A part of a blob, both ends inclusive, in bytes from 0; it has to begin within the blob. */
export interface BlobRange {
  start: number;
  end: number;
}

export interface KeptBlob {
  id: string;
  /** When it was put, by the clock of the store. */
  keptAt: Date;
}

/**
 * Where the bytes of contents are kept: a folder by default, an S3 bucket by configuration. Blobs never change, and
 * ids are the service's own (`newId`): any other text is an error. A bucket that isn't there or can't be reached is an
 * error, too, never an absent blob.
 */
export interface Blobs {
  /** Keeps the bytes under the id; resolves only when they would survive a crash of the machine. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** The bytes of a blob, or of a part of it; undefined where there is none. */
  read(id: string, range?: BlobRange): Promise<Buffer | undefined>;
  /** As `read`, for what is too large to be held. Holds a file or a socket until it is read to its end or cancelled. */
  stream(id: string, range?: BlobRange): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Forgets the blob; nothing happens where there is none. A crash may bring it back. */
  remove(id: string): Promise<void>;
  /** All blobs, in no order, in pages of at most 1000; also clears what writers left that were killed over an hour ago. */
  list(): AsyncIterable<KeptBlob[]>;
  /** Keeps and removes an empty blob, and lists; throws an error that names the place when that fails. */
  check(): Promise<void>;
  /** Lets go of connections; the store can't be used afterwards. */
  close(): Promise<void>;
}

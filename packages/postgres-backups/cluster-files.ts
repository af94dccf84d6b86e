import { open, readdir } from "node:fs/promises";
import path from "node:path";
import type { Sql } from "postgres";
import { unlessAbsent } from "./folder-place";
import type { Cluster } from "./server";

/** A file or folder of a cluster. */
interface Entry {
  name: string;
  kind: "file" | "folder" | "other";
}

/** An opened file of a cluster. */
interface OpenedFile {
  /** In bytes, when it was opened. */
  size: number;
  /** The bytes from a position on; fewer than `length` at the end of the file. */
  read(at: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** The files of a cluster, by their paths in it. */
export interface ClusterFiles {
  /** What is in a folder; nothing where it is gone. */
  list(folder: string): Promise<Entry[]>;
  /** Undefined where the file is gone. */
  open(file: string): Promise<OpenedFile | undefined>;
}

function filesInFolder(cluster: string): ClusterFiles {
  return {
    async list(folder) {
      const entries = await unlessAbsent(readdir(path.join(cluster, folder), { withFileTypes: true }));
      return (entries ?? []).map((entry) => ({
        name: entry.name,
        kind: entry.isDirectory() ? "folder" : entry.isFile() ? "file" : "other",
      }));
    },
    async open(file) {
      const handle = await unlessAbsent(open(path.join(cluster, file)));
      if (!handle) return undefined;
      return {
        size: (await handle.stat()).size,
        async read(at, length) {
          const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, at);
          return buffer.subarray(0, bytesRead);
        },
        close: () => handle.close(),
      };
    },
  };
}

/** The files as the server itself reads them, for a role that may call these functions. */
function filesThroughServer(sql: Sql): ClusterFiles {
  return {
    list: async (folder) => [
      ...(await sql<Entry[]>`
        select name, case isdir when true then 'folder' when false then 'file' else 'other' end as kind
        from pg_ls_dir(${folder || "."}, true, false) as name,
          pg_stat_file(${folder === "" ? "" : `${folder}/`} || name, true)`),
    ],
    async open(file) {
      const [found] = await sql<{ size: number | null }[]>`
        select size::float8 as size from pg_stat_file(${file}, true)`;
      if (found === undefined || found.size === null) return undefined;
      return {
        size: found.size,
        async read(at, length) {
          const [part] = await sql<{ bytes: Buffer | null }[]>`
            select pg_read_binary_file(${file}, ${at}, ${length}, true) as bytes`;
          return part?.bytes ?? Buffer.alloc(0);
        },
        close: async () => {},
      };
    },
  };
}

/** The files of a cluster: read from its folder, where this process can, else through a session of its server. */
export const filesOf = ({ folder }: Cluster, sql: Sql): ClusterFiles =>
  folder === undefined ? filesThroughServer(sql) : filesInFolder(folder);

import path from "node:path";

/**
 * The file to start a worker thread from: the source where this process runs from source, as in tests and development,
 * else the built file. Next sets NODE_ENV in its bundles.
 */
export const workerFile = (source: string, built: string): { filename: string; execArgv?: string[] } =>
  import.meta.url.endsWith(".ts") && process.env.NODE_ENV !== "production"
    ? {
        filename: path.resolve(source),
        execArgv: ["--import", path.resolve("server/platform/typescript-in-worker.mjs")],
      }
    : { filename: path.resolve(built) };

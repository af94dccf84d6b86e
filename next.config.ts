import type { NextConfig } from "next";

const config: NextConfig = {
  // Types are checked by `npm run check`.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  skipTrailingSlashRedirect: true,
  serverExternalPackages: ["postgres", "pino", "piscina", "@napi-rs/canvas"],
  // Loading all pages at once held every other answer for a second or more after the start.
  experimental: { preloadEntriesOnStart: false },
  headers: async () => [
    {
      // The base map's files are named by the build that made them.
      source: "/map/:file+",
      has: [{ type: "query", key: "v" }],
      headers: [{ key: "cache-control", value: "public, max-age=31536000, immutable" }],
    },
    {
      source: "/map/tiles/:file+",
      headers: [
        { key: "content-encoding", value: "gzip" },
        { key: "content-type", value: "application/vnd.mapbox-vector-tile" },
      ],
    },
  ],
};

export default config;

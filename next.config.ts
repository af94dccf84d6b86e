import type { NextConfig } from "next";

const config: NextConfig = {
  // `npm run check` checks types.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  skipTrailingSlashRedirect: true,
  transpilePackages: [
    "@assay/codes",
    "@assay/demo-data",
    "@assay/embedded-postgres",
    "@assay/labels",
    "@assay/scan-map",
    "@assay/spreadsheets",
  ],
  // Messages are compiled on the server (`app/messages/compiled.ts`).
  turbopack: { resolveAlias: { "use-intl/format-message": "use-intl/format-message/format-only" } },
  serverExternalPackages: ["@napi-rs/canvas", "postgres", "pino", "piscina"],
  experimental: {
    // Loading all pages at the start delayed every other answer by a second or more.
    preloadEntriesOnStart: false,
    // A page that was open before shows at once; its queries renew what they show.
    staleTimes: { dynamic: 300 },
  },
  /** Old addresses of pages. */
  redirects: async () =>
    Object.entries({
      contents: "files",
      hooks: "webhooks",
      sightings: "unregistered-codes",
      "settings/activity": "settings/audit-log",
    }).flatMap(([before, now]) =>
      ["", "/p/:producer"].map((producer) => ({
        source: `${producer}/${before}/:rest*`,
        destination: `${producer}/${now}/:rest*`,
        permanent: true,
      })),
    ),
  headers: async () => [
    {
      // The URLs of the base map contain the build that made them.
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

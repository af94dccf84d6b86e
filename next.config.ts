import type { NextConfig } from "next";

const config: NextConfig = {
  // Types are checked by `npm run check`.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  skipTrailingSlashRedirect: true,
  serverExternalPackages: ["postgres", "pino", "piscina", "@napi-rs/canvas"],
};

export default config;

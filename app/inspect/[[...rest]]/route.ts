import { currentNonce } from "@/app/request/request";

/** The document of the inspection app: the same for all people and pages, so that the service worker can keep it. */
const documentWith = (nonce: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Assay</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="description" content="Check goods on the spot, also without a network.">
<meta name="robots" content="noindex, nofollow">
<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#16191d" media="(prefers-color-scheme: dark)">
<meta name="format-detection" content="telephone=no">
<link rel="manifest" href="/inspect-files/manifest.webmanifest">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/inspect-files/icon-192.png">
<link rel="stylesheet" href="/inspect-files/app.css">
<script type="module" src="/inspect-files/app.js"${nonce}></script>
</head>
<body><div id="root"></div></body>
</html>
`;

/** Serves the app. It asks for the session itself: offline, there is none to check (decision 0084). */
export async function GET(): Promise<Response> {
  const nonce = await currentNonce();
  return new Response(documentWith(nonce ? ` nonce="${nonce}"` : ""), {
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "private, no-store" },
  });
}

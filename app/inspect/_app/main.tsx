import "@/app/layers.css";
import "@mantine/core/styles.layer.css";
import "@/app/globals.css";
import "./fonts.css";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import { sendNow, startSending } from "./sending";
import { reload, show } from "./store";

/** A slow network does not delay the start of the app by more. */
const MEET_MS = 2_000;

/** Asks the browser to keep what is not sent, and lets the app start offline. */
async function settle(): Promise<void> {
  await navigator.storage?.persist?.();
  await navigator.serviceWorker?.register("/inspect-sw.js", { scope: "/inspect" });
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
setTimeout(() => show({ isMet: true }), MEET_MS);
reload().then(startSending, sendNow);
settle().catch(() => {});

import "@/app/layers.css";
import "@mantine/core/styles.layer.css";
import "@/app/globals.css";
import "./fonts.css";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import { sendNow, startSending } from "./sending";
import { reload } from "./store";

/** Asks the browser to keep what is not sent, and lets the app start offline. */
async function settle(): Promise<void> {
  await navigator.storage?.persist?.();
  await navigator.serviceWorker?.register("/inspect-sw.js", { scope: "/inspect" });
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
reload().then(startSending, sendNow);
settle().catch(() => {});

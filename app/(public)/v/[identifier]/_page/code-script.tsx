/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";

/** In a block, because scripts of a page share their names. Takes the second code of a scanned label from the fragment, opens its form, and leaves no trace in the history. */
const TAKE_CODE = `{
const named = /^#code=([0-9A-Za-z]{12})$/.exec(location.hash);
const form = document.querySelector("[data-activate]");
if (named) history.replaceState(null, "", location.pathname + location.search);
if (named && form) {
  form.open = true;
  form.querySelector("[name=code]").value = named[1].match(/.{4}/g).join("-");
  form.scrollIntoView();
}
}`;

export const CodeScript = ({ nonce }: { nonce: string | undefined }) => (
  <script nonce={nonce}>{raw(TAKE_CODE)}</script>
);

/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";

/** The page's only script: reads the device's location and submits the form. */
const SHARE_PLACE = `
const form = document.querySelector("[data-share-place]");
const [button, status] = [form.querySelector("button"), form.querySelector("[role=status]")];
form.addEventListener("submit", (event) => {
  if (form.latitude.value) return;
  event.preventDefault();
  button.disabled = true;
  status.textContent = status.dataset.asking;
  const denied = () => {
    button.disabled = false;
    status.textContent = status.dataset.denied;
  };
  if (!navigator.geolocation) return denied();
  navigator.geolocation.getCurrentPosition(({ coords }) => {
    form.latitude.value = coords.latitude;
    form.longitude.value = coords.longitude;
    form.submit();
  }, denied, { enableHighAccuracy: true, timeout: 20000, maximumAge: 60000 });
});
`;

export const ShareScript = ({ nonce }: { nonce: string | undefined }) => (
  <script nonce={nonce}>{raw(SHARE_PLACE)}</script>
);

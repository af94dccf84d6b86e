/** All styles of the page, inlined so that the page waits for no other file. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #eef1f5;
  --card: #ffffff;
  --sunken: #f5f7f9;
  --ink: #1b1f24;
  --dim: #57606a;
  --line: #d9dee4;
  --accent: #1d5bb2;
  --registered: #1d5bb2;
  --invalidated: #b8202a;
  --missing: #8a5a00;
  --plain: #57606a;
  --danger: #b8202a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #111417;
    --card: #1b1f24;
    --sunken: #22272d;
    --ink: #e6e9ed;
    --dim: #a5adb7;
    --line: #343b43;
    --accent: #86afe6;
    --registered: #1a539f;
    --invalidated: #a3202a;
    --missing: #76500b;
    --plain: #454d56;
    --danger: #ff9aa2;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  max-width: 36rem;
  margin: 0 auto;
  padding: 0 1rem 2rem;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.5 "Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  overflow-wrap: anywhere;
}
h1, h2, p, dl, dd, fieldset, ol { margin: 0; }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.015em; text-wrap: balance; }
h2 { font-size: 1.0625rem; line-height: 1.35; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.dim, .recorded { color: var(--dim); font-size: 0.875rem; }
.icon { flex: none; }

.bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1rem; min-height: 3.25rem; }
.service { display: flex; align-items: center; gap: 0.375rem; color: var(--dim); font-weight: 600; }
.service svg { color: var(--accent); }
.bar nav { display: flex; gap: 0.25rem; }
.bar nav a { padding: 0.5rem; border-radius: 0.5rem; color: var(--dim); font-size: 0.875rem; text-decoration: none; }
.bar nav a:hover { text-decoration: underline; }
.bar nav a[aria-current] { color: var(--ink); font-weight: 600; text-decoration: underline; text-underline-offset: 0.3em; }

.card {
  overflow: hidden;
  margin: 0 0 0.875rem;
  border: 1px solid var(--line);
  border-radius: 1.125rem;
  background: var(--card);
  box-shadow: 0 1rem 2.5rem -2rem rgb(0 0 0 / 40%);
}
.body { display: grid; gap: 0.25rem; padding: 1.125rem 1.25rem 1.25rem; }
.body > h2 { margin-top: 0.75rem; }

.band { display: flex; gap: 0.875rem; align-items: flex-start; padding: 1rem 1.25rem 1.0625rem; color: #ffffff; }
.band.registered { background: var(--registered); }
.band.invalidated { background: var(--invalidated); }
.band.missing { background: var(--missing); }
.band.plain { background: var(--plain); }
.band p { font-size: 0.9375rem; line-height: 1.45; }
.band .verdict { margin-bottom: 0.125rem; font-size: 1.25rem; font-weight: 680; line-height: 1.25; letter-spacing: -0.01em; }

.picture { display: block; width: 100%; height: auto; max-height: 26rem; aspect-ratio: 1; object-fit: contain; background: #ffffff; color: #57606a; }
.brand { color: var(--dim); font-weight: 600; }
.code { color: var(--dim); font-size: 0.875rem; }
code { font: 0.875rem ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--ink); }

.past, .compare { display: flex; gap: 0.625rem; align-items: flex-start; margin-top: 0.875rem; }
.past { padding: 0.75rem 0.875rem; border-radius: 0.75rem; background: var(--sunken); }
.past.unusual { box-shadow: inset 0.25rem 0 0 var(--dim); }
.past .icon, .compare .icon { margin-top: 0.0625rem; color: var(--dim); }
.compare { color: var(--dim); font-size: 0.9375rem; }

.details { margin-top: 1.125rem; }
.details h2 { margin-bottom: 0.375rem; }
dl > div { display: grid; grid-template-columns: minmax(6rem, 2fr) 3fr; gap: 0 1rem; padding: 0.5625rem 0; border-top: 1px solid var(--line); }
dt { color: var(--dim); }
dd { grid-column: 2; white-space: pre-line; }
dl + .dim { padding-top: 0.625rem; border-top: 1px solid var(--line); }
ol { padding-left: 1.375rem; }
li { padding-left: 0.25rem; margin-top: 0.375rem; }

button, .button {
  display: inline-block;
  justify-self: start;
  min-height: 2.875rem;
  padding: 0.625rem 1.25rem;
  border: 1px solid var(--accent);
  border-radius: 0.75rem;
  background: transparent;
  color: var(--accent);
  font: inherit;
  font-weight: 600;
  text-decoration: none;
  cursor: pointer;
}
button:disabled { opacity: 0.6; cursor: default; }
.place, .report form { display: grid; gap: 0.5rem; }
.place { padding: 1rem 1.25rem 1.25rem; }
.place h2, summary { display: flex; align-items: center; gap: 0.5rem; }
.place button { margin-top: 0.375rem; }
.place p:empty { display: none; }
.place { display: none; }
@media (scripting: enabled) { .place { display: grid; } }
.owned, .own { display: grid; gap: 0.5rem; padding: 1rem 1.25rem 1.25rem; }
.owned h2, .own h2 { display: flex; align-items: flex-start; gap: 0.5rem; }
.own form { display: grid; gap: 0.5rem; }
.own label:not(.choice) { font-weight: 600; }
.own .choice { border-bottom: 0; }
.warranty { font-weight: 600; }
button.danger { border-color: var(--danger); color: var(--danger); }
.thanks { display: flex; gap: 0.625rem; padding: 1rem 1.25rem; }
.thanks .icon { color: var(--accent); }

summary { padding: 0.9375rem 1.25rem; font-weight: 600; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary .icon-chevron { margin-left: auto; }
details[open] .icon-chevron { rotate: 180deg; }
summary:focus-visible { outline-offset: -4px; border-radius: 1.125rem; }
.report form { padding: 0 1.25rem 1.25rem; }
fieldset { padding: 0; border: 0; }
legend, .report form > label { padding: 0; font-weight: 600; }
.report form > label { margin-top: 0.5rem; }
.choice { display: flex; gap: 0.625rem; align-items: center; min-height: 2.75rem; border-bottom: 1px solid var(--line); }
.choice input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent); }
textarea, input[type="email"], input[type="text"], input[type="file"] {
  width: 100%;
  padding: 0.625rem 0.75rem;
  border: 1px solid var(--dim);
  border-radius: 0.75rem;
  background: var(--ground);
  color: inherit;
  font: inherit;
}
textarea { resize: vertical; }
.recorded { padding: 0.25rem 1.25rem 0; }
@media (max-width: 22rem) {
  dl > div { grid-template-columns: 1fr; }
  dd { grid-column: 1; }
}
`;

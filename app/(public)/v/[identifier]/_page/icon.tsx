/** @jsxImportSource hono/jsx */

/** Tabler icons like the dashboard's; Tabler's own components need React. */
const SHAPES = {
  shieldCheck: [
    "M12 3a12 12 0 0 0 8.5 3a12 12 0 0 1 -8.5 15a12 12 0 0 1 -8.5 -15a12 12 0 0 0 8.5 -3",
    "M8.5 12l2.5 2.5l4.5 -5",
  ],
  shieldX: [
    "M12 3a12 12 0 0 0 8.5 3a12 12 0 0 1 -8.5 15a12 12 0 0 1 -8.5 -15a12 12 0 0 0 8.5 -3",
    "M9.5 9.5l5 5m0 -5l-5 5",
  ],
  question: [
    "M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0",
    "M12 16.5v.01",
    "M12 13.5a2 2 0 0 0 .9 -3.8a2 2 0 0 0 -2.4 .5",
  ],
  history: ["M12 8l0 4l2 2", "M3.05 11a9 9 0 1 1 .5 4m-.5 5v-5h5"],
  pin: [
    "M9 11a3 3 0 1 0 6 0a3 3 0 0 0 -6 0",
    "M17.657 16.657l-4.243 4.243a2 2 0 0 1 -2.827 0l-4.244 -4.243a8 8 0 1 1 11.314 0",
  ],
  report: [
    "M18 4a3 3 0 0 1 3 3v8a3 3 0 0 1 -3 3h-5l-5 3v-3h-2a3 3 0 0 1 -3 -3v-8a3 3 0 0 1 3 -3h12",
    "M12 8v3",
    "M12 14v.01",
  ],
  compare: ["M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0", "M12 9h.01", "M11 12h1v4h1"],
  done: ["M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0", "M9 12l2 2l4 -4"],
  cloudOff: [
    "M9.58 5.548c.24 -.11 .492 -.207 .752 -.286c1.88 -.572 3.956 -.193 5.444 1c1.488 1.19 2.162 3.007 1.77 4.769h.99c1.913 0 3.464 1.56 3.464 3.486c0 .957 -.383 1.824 -1.003 2.454m-2.997 1.033h-11.343c-2.572 -.004 -4.657 -2.011 -4.657 -4.487c0 -2.475 2.085 -4.482 4.657 -4.482c.13 -.582 .37 -1.128 .7 -1.62",
    "M3 3l18 18",
  ],
  chevron: ["M6 9l6 6l6 -6"],
};

export type IconName = keyof typeof SHAPES;

/** Decorative icon; the text beside it says the same. */
export const Icon = ({ name, size = 22 }: { name: IconName; size?: number }) => (
  <svg
    aria-hidden="true"
    // No class of the page, such as `compare`, is that of an icon.
    class={`icon icon-${name}`}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.8"
    stroke-linecap="round"
    stroke-linejoin="round"
  >
    {SHAPES[name].map((d) => (
      <path d={d} />
    ))}
  </svg>
);

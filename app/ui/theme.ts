import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

const accent: MantineColorsTuple = [
  "#eef4fc",
  "#d9e6f7",
  "#b1cbee",
  "#86afe6",
  "#6fa3e6",
  "#4a85d8",
  "#2f6ec9",
  "#1d5bb2",
  "#1a539f",
  "#133f7a",
];

const gray: MantineColorsTuple = [
  "#f7f8fa",
  "#f0f2f5",
  "#e6e9ed",
  "#d9dee4",
  "#c8ced6",
  "#8b949e",
  "#6b7480",
  "#57606a",
  "#343b43",
  "#1b1f24",
];

const dark: MantineColorsTuple = [
  "#dfe3e8",
  "#c1c7cf",
  "#9ba4ae",
  "#848d98",
  "#3b434c",
  "#2b3239",
  "#20262c",
  "#16191d",
  "#111417",
  "#0c0e11",
];

/** A dialog's header is not a banner landmark of the page. */
const PLAIN_HEADER = { attributes: { header: { role: "presentation" } } };

const OPTIONS_THAT_SCROLL = { maxHeight: 220, overflowY: "auto" } as const;

/** Uses Mantine's own contrast rules; for colours with a meaning see `verdict.module.css`. */
export const theme = createTheme({
  primaryColor: "accent",
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  colors: { accent, gray, dark },
  black: "#1b1f24",
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  headings: { fontWeight: "650", textWrap: "balance" },
  components: {
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Modal: {
      defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.45 }, ...PLAIN_HEADER },
      styles: { title: { lineHeight: 1.3 } },
    },
    Drawer: { defaultProps: PLAIN_HEADER },
    // Without the placeholder, which a menu may not contain, the first entry gets the focus.
    Menu: { defaultProps: { shadow: "md", position: "bottom-end", withInitialFocusPlaceholder: false } },
    // The options list itself scrolls, because the field controls that list.
    Select: { defaultProps: { withScrollArea: false, styles: { options: OPTIONS_THAT_SCROLL } } },
    // A list of options may contain options only, so the text of an empty one is an option that cannot be chosen.
    ComboboxEmpty: { defaultProps: { role: "option", "aria-disabled": true, "aria-selected": false } },
    // Popovers must lie inside a landmark, so they render into the page's main element.
    Popover: { defaultProps: { portalProps: { target: "#main" } } },
  },
});

/** Replacements for Mantine greys with too little contrast. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": gray[7],
    "--mantine-color-placeholder": gray[6],
    "--mantine-color-error": "#b42318",
  },
  dark: {
    "--mantine-color-dimmed": dark[2],
    "--mantine-color-placeholder": dark[3],
    "--mantine-color-error": "#ff8f85",
  },
});

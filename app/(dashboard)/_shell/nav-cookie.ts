/** Keeps whether the navigation was left as icons. */
export const NAV_COOKIE = "assay-nav";

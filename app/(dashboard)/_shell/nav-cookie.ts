/** Cookie that stores whether the navigation is collapsed to icons. */
export const NAV_COOKIE = "assay-nav";

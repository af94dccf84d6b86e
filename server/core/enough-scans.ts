/** The minimum number of scans for which a fake rate is shown. */
export const ENOUGH_SCANS = 30;

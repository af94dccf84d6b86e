/** Of the reason with which a producer voids an ownership; browsers read it without the schemas. */
export const MAX_REASON_CHARACTERS = 500;

/** What an inspection may have; browsers read it without the schemas. */
export const MAX_PHOTOS = 6;
/** The longer side of a photo as devices send it. */
export const MAX_PHOTO_PIXELS = 2_048;
export const MAX_NOTE_CHARACTERS = 2_000;

/** The guided photos of a producer that has not chosen others. Pages translate these three. */
export const DEFAULT_PHOTOS = ["front", "seam", "label"] as const;

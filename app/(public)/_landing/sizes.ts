/** Sizes of the pictures in pixels, as `npm run -s screens` takes them. */
export const WIDE = { width: 1200, height: 750 };
export const PHONE = { width: 540, height: 1110 };

/**
 * Tag of journeys that repeat a promise of another journey, or show it in another way. `npm test` skips them;
 * `EVERY_JOURNEY=1 npm test` runs them.
 */
export const AGAIN = "@again";

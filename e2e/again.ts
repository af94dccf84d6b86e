/** On journeys that show what others show, once more or in another way: `npm test` leaves them to `EVERY_JOURNEY=1 npm test`. */
export const AGAIN = "@again";

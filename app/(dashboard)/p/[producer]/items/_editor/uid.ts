let last = 0;

/** Id of a form row, unique while the page is open. */
export const newUid = () => `row-${++last}`;

let last = 0;

/** Names a row of a form for as long as the page is open. */
export const newUid = () => `row-${++last}`;

/** Objects that a selection may name one by one; beyond it selects by a filter. */
export const MAX_SELECTED = 1_000;

/** Width of the axes of charts below each other, in pixels. */
export const AXIS_WIDTH = 52;

/** Charts with this id show their tooltips at the same bar. */
export const SYNC = "trend";

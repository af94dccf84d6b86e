/** The environment without the PG* variables, locale and library paths of the user who starts the app. */
export function plainEnvironment() {
  // Next's types require NODE_ENV in every environment.
  return { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C" };
}

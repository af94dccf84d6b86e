// Plain JavaScript that imports nothing: it also runs before packages are installed and settings are read.

/**
 * Tells people at a terminal what is going on. On standard error: standard output belongs to logs and to what commands print.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`[assay] ${line}\n`);
}

/**
 * What an error says; Node's own connection errors may say it only by their code.
 * @param {unknown} error
 */
export function messageOf(error) {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return error.message || code || error.name;
}

/**
 * What failed and why, in one line; a failed statement by what the database says of it.
 * @param {unknown} error
 */
export function reasonOf(error) {
  /** @type {string[]} */
  const reasons = [];
  for (let why = error; why !== undefined; why = why instanceof Error ? why.cause : undefined) {
    const reason = messageOf(why).replace(/\s+/g, " ").trim();
    if (!reason.startsWith("Failed query:") && !reasons.includes(reason)) reasons.push(reason);
  }
  return reasons.join(": ");
}

/**
 * Tells people why something ended, without the stack.
 * @param {unknown} error
 */
export function sayWhy(error) {
  say(reasonOf(error));
}

/**
 * Ends this process with one clear line.
 * @param {string} line
 * @returns {never}
 */
export function fail(line) {
  say(line);
  process.exit(1);
}

/**
 * Ends this process with what an error says, in one line.
 * @param {unknown} error
 * @returns {never}
 */
export function failFor(error) {
  fail(reasonOf(error));
}

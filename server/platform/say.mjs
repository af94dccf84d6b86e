// Plain JavaScript that imports nothing: it also runs before packages are installed and settings are read.

/**
 * Writes a line for people at a terminal to standard error: standard output is for logs and the output of commands.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`[assay] ${line}\n`);
}

/**
 * The message of an error; some of Node's connection errors only have a code.
 * @param {unknown} error
 */
export function messageOf(error) {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return error.message || code || error.name;
}

/**
 * The message and causes of an error in one line; a failed statement by the database's message.
 * @param {unknown} error
 */
function reasonOf(error) {
  /** @type {string[]} */
  const reasons = [];
  for (let why = error; why !== undefined; why = why instanceof Error ? why.cause : undefined) {
    const reason = messageOf(why).replace(/\s+/g, " ").trim();
    if (!reason.startsWith("Failed query:") && !reasons.includes(reason)) reasons.push(reason);
  }
  return reasons.join(": ");
}

/**
 * Tells people the reason for an end, without the stack.
 * @param {unknown} error
 */
export function sayWhy(error) {
  say(reasonOf(error));
}

/**
 * Ends this process with one line.
 * @param {string} line
 * @returns {never}
 */
export function fail(line) {
  say(line);
  process.exit(1);
}

/**
 * Ends this process with the message and causes of an error, in one line.
 * @param {unknown} error
 * @returns {never}
 */
export function failFor(error) {
  fail(reasonOf(error));
}

import { errorOf } from "./errors";

/** Reads JSON. @throws ApiError for another body */
export async function readJson(response: Response) {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw errorOf(response, text);
  }
}

/** Reads JSON Lines. @throws ApiError for another body, also for one that was cut off */
export async function readLines(response: Response) {
  const text = await response.text();
  try {
    const [last, ...lines] = text.split("\n").reverse();
    if (last !== "") throw new SyntaxError("The last line has no end.");
    return lines.reverse().map((line) => JSON.parse(line));
  } catch {
    throw errorOf(response, text);
  }
}

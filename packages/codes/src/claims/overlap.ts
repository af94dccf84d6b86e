import { bitsOf, CLASSES, type Element } from "./elements";

/** One step of an automaton: the characters it takes, as one character, kinds, or all. */
interface Step {
  takes: { one: string } | { bits: number } | "all";
  /** Whether the step may be left out. */
  isOptional: boolean;
  /** Whether the step may be repeated without end. */
  isRepeated: boolean;
}

const stepOf = (takes: Step["takes"], isOptional = false, isRepeated = false): Step => ({
  takes,
  isOptional,
  isRepeated,
});

function stepsOfElement(element: Element): Step[] {
  if (element.kind === "text") return [...element.text].map((one) => stepOf({ one }));
  const takes = element.kind === "any" ? "all" : { bits: CLASSES[element.name] };
  if (element.kind === "any") return [stepOf(takes, true, true)];
  return Array.from({ length: element.max }, (_, at) => stepOf(takes, at >= element.min));
}

function meets(one: Step["takes"], other: Step["takes"]): boolean {
  if (one === "all" || other === "all") return true;
  if ("bits" in one) return "bits" in other ? (one.bits & other.bits) > 0 : meets(other, one);
  return "bits" in other ? (bitsOf(one.one) & other.bits) > 0 : one.one === other.one;
}

/**
 * Whether some code has both forms: walks both automata together. Each pair of places is visited once, so the cost is at most
 * the product of the two lengths.
 */
export function elementsOverlap(one: readonly Element[], other: readonly Element[]): boolean {
  const [left, right] = [one.flatMap(stepsOfElement), other.flatMap(stepsOfElement)];
  const width = right.length + 1;
  const seen = new Set<number>();
  const open = [0];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const [i, j] = [Math.floor(at / width), at % width];
    if (i === left.length && j === right.length) return true;
    const [a, b] = [left[i], right[j]];
    if (a?.isOptional) open.push((i + 1) * width + j);
    if (b?.isOptional) open.push(i * width + j + 1);
    if (!(a && b && meets(a.takes, b.takes))) continue;
    open.push((a.isRepeated ? i : i + 1) * width + (b.isRepeated ? j : j + 1));
    if (a.isRepeated) open.push((i + 1) * width + (b.isRepeated ? j : j + 1));
    if (b.isRepeated) open.push((a.isRepeated ? i : i + 1) * width + j + 1);
  }
  return false;
}

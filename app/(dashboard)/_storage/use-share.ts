import { useFormatter } from "use-intl";

/** A share in percent; a small one with one significant digit. Of nothing, all is used. */
export function useShare(): (part: number, whole: number) => string {
  const format = useFormatter();
  return (part, whole) => {
    const share = whole === 0 ? (part === 0 ? 0 : 1) : part / whole;
    return format.number(share, {
      style: "percent",
      ...(share < 0.1 ? { maximumSignificantDigits: 1 } : { maximumFractionDigits: 0 }),
    });
  };
}

import { useFormatter } from "use-intl";

/** Formats an amount in its currency. */
export function useMoney(): (money: { amount: number; currency: string }) => string {
  const format = useFormatter();
  return ({ amount, currency }) =>
    format.number(amount, { style: "currency", currency, maximumFractionDigits: amount < 1_000 ? 2 : 0 });
}

"use client";

import { useSearchParams } from "next/navigation";
import {
  parseAsString,
  type UseQueryStatesKeysMap,
  type UseQueryStatesOptions,
  type UseQueryStatesReturn,
  useQueryStates,
} from "nuqs";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { UnknownFilters } from "./unknown-filters";
import { type AddressParsers, unknownIn } from "./unknown-in";

type Register = (parsers: AddressParsers) => () => void;

const RegisterContext = createContext<Register | undefined>(undefined);
const UsedContext = createContext<readonly AddressParsers[]>([]);

/**
 * Filters that are kept in the address. Every page with such filters must use this hook, so that the notice of unknown
 * values covers them. `parsers` must be a module constant.
 */
export function useAddressFilters<Parsers extends UseQueryStatesKeysMap & AddressParsers>(
  parsers: Parsers,
  options?: Partial<UseQueryStatesOptions<Parsers>>,
): UseQueryStatesReturn<Parsers> {
  const register = useContext(RegisterContext);
  if (!register) throw new Error("Filters in the address need AddressFilters around their page.");
  useEffect(() => register(parsers), [register, parsers]);
  return useQueryStates(parsers, options);
}

/** The parameters that the filters of the page know, but for some. */
export function useKnownParameters(without: readonly string[]): ReadonlySet<string> {
  const used = useContext(UsedContext);
  return useMemo(
    () => new Set(used.flatMap((parsers) => Object.keys(parsers)).filter((name) => !without.includes(name))),
    [used, without],
  );
}

/** Wraps pages and names the values of the address that no filter knows. */
export function AddressFilters({ children }: { children: ReactNode }) {
  const [used, setUsed] = useState<readonly AddressParsers[]>([]);
  const register = useCallback<Register>((parsers) => {
    setUsed((before) => [...before, parsers]);
    return () => setUsed((before) => before.toSpliced(before.indexOf(parsers), 1));
  }, []);
  return (
    <RegisterContext value={register}>
      <Unknown used={used} />
      <UsedContext value={used}>{children}</UsedContext>
    </RegisterContext>
  );
}

function Unknown({ used }: { used: readonly AddressParsers[] }) {
  const address = useSearchParams();
  const unknown = useMemo(() => unknownIn(address, used), [address, used]);
  const named = useMemo(
    () => Object.fromEntries(unknown.map(({ name }) => [name, parseAsString])),
    [unknown],
  );
  const [, set] = useQueryStates(named);
  if (unknown.length === 0) return null;
  return <UnknownFilters unknown={unknown} onClear={() => void set(null)} />;
}

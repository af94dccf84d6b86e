"use client";

import { createContext, type ReactNode, useContext, useState } from "react";

const TokenContext = createContext<[token: string, setToken: (token: string) => void]>(["", () => {}]);

/** Keeps the token of the reference's forms in memory: it is never stored, and lasts until the page is loaded anew. */
export function TokenProvider({ children }: { children: ReactNode }) {
  return <TokenContext value={useState("")}>{children}</TokenContext>;
}

export const useToken = () => useContext(TokenContext);

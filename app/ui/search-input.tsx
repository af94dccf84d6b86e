"use client";

import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";

const DEBOUNCE_MS = 250;
const MAX_CHARACTERS = 200;

interface SearchInputProps {
  /** What the search covers: "Identifier or title". */
  label: string;
  /** The value in the address. */
  value: string;
  /** Called once typing pauses; null for no search. */
  onChange: (value: string | null) => void;
  className?: string | undefined;
}

/** Search field of a list. It also shows a value that came from the address, by a link or by Back. */
export function SearchInput({ label, value, onChange, className }: SearchInputProps) {
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  const [shown, setShown] = useState(value);
  const send = useDebouncedCallback((text: string) => {
    setSent(text);
    onChange(text || null);
  }, DEBOUNCE_MS);
  if (shown !== value) {
    setShown(value);
    // The field's own value returns from the address after more was typed; only a foreign value replaces the text.
    if (value !== sent) {
      setSent(value);
      setTyped(value);
    }
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      maxLength={MAX_CHARACTERS}
      value={typed}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        send(text);
      }}
      onBlur={() => send.flush()}
      onKeyDown={({ key }) => key === "Enter" && send.flush()}
      data-page-search
      {...(className ? { className } : {})}
    />
  );
}

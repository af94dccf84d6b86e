"use client";

import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";

const TYPED_MS = 250;
const MAX_CHARACTERS = 200;

interface SearchInputProps {
  /** What can be searched by: "Identifier or title". */
  label: string;
  /** As the address has it. */
  value: string;
  /** Told once one has stopped typing; nothing for no search. */
  onChange: (value: string | null) => void;
  className?: string | undefined;
}

/** The field that searches a page's list. What comes by the address, such as a link or the way back, stands in it, too. */
export function SearchInput({ label, value, onChange, className }: SearchInputProps) {
  const [typed, setTyped] = useState(value);
  const [told, setTold] = useState(value);
  const [shown, setShown] = useState(value);
  const tell = useDebouncedCallback((text: string) => {
    setTold(text);
    onChange(text || null);
  }, TYPED_MS);
  if (shown !== value) {
    setShown(value);
    // What was told comes back after more has been typed.
    if (value !== told) {
      setTold(value);
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
        tell(text);
      }}
      onBlur={() => tell.flush()}
      onKeyDown={({ key }) => key === "Enter" && tell.flush()}
      data-page-search
      {...(className ? { className } : {})}
    />
  );
}

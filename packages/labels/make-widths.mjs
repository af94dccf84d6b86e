// Writes src/widths.json: the characters of each font file and their widths in 1/2048 of the font size.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create } from "fontkit";

const SUBSETS = ["latin", "latin-ext", "vietnamese", "cyrillic", "cyrillic-ext", "greek", "greek-ext"];
const { resolve } = createRequire(import.meta.url);

const fonts = SUBSETS.map((subset) => {
  const font = create(readFileSync(resolve(`@fontsource/inter/files/inter-${subset}-400-normal.woff`)));
  const characters = font.characterSet
    .map((code) => String.fromCodePoint(code))
    .filter((character) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(character));
  const widths = characters.map((character) => font.glyphForCodePoint(character.codePointAt(0)).advanceWidth);
  return { subset, characters: characters.join(""), widths };
});
writeFileSync(new URL("src/widths.json", import.meta.url), `${JSON.stringify(fonts)}\n`);

/** A text in English, the base language, and in German. */
export interface Words {
  en: string;
  de: string;
}

/** A product, which becomes a group of the demo. */
export interface Product {
  /** Part of identifiers. */
  code: string;
  title: Words;
  colour: Words;
  /** Relative number of items. */
  weight: number;
}

export interface Line {
  key: string;
  name: string;
  material: Words;
  origin: Words;
  /** Signs by which buyers recognise a genuine product. */
  signs: readonly Words[];
  warrantyYears: number;
  /** Amount and currency. */
  retailPrice: string;
  /** The sizes of an item; none where all have the same. */
  sizes?: readonly string[];
  products: readonly Product[];
}

/** Fictitious brand names; each demo producer takes the next. */
export const BRANDS = [
  { name: "Norvane", prefix: "NRV" },
  { name: "Halvette", prefix: "HLV" },
  { name: "Kestrine", prefix: "KST" },
  { name: "Ardelune", prefix: "ARD" },
  { name: "Solvarra", prefix: "SLV" },
  { name: "Tamberly & Rook", prefix: "TBR" },
] as const;

const words = (en: string, de: string): Words => ({ en, de });

export const LINES: readonly Line[] = [
  {
    key: "meridian",
    name: "Meridian",
    material: words("Stainless steel 316L, sapphire crystal", "Edelstahl 316L, Saphirglas"),
    origin: words("La Chaux-de-Fonds, Switzerland", "La Chaux-de-Fonds, Schweiz"),
    signs: [
      words("The seconds hand sweeps without steps", "Der Sekundenzeiger gleitet ohne Schritte"),
      words(
        "The serial number is engraved between the lugs",
        "Die Seriennummer ist zwischen den Hörnern graviert",
      ),
      words("The crown carries a raised star", "Die Krone trägt einen erhabenen Stern"),
    ],
    warrantyYears: 5,
    retailPrice: "4850.00 EUR",
    products: [
      {
        code: "M38",
        title: words("Meridian 38 Automatic, Steel Blue", "Meridian 38 Automatik, Stahlblau"),
        colour: words("Steel blue", "Stahlblau"),
        weight: 7,
      },
      {
        code: "MCH",
        title: words("Meridian Chronograph, Black", "Meridian Chronograph, Schwarz"),
        colour: words("Black", "Schwarz"),
        weight: 5,
      },
      {
        code: "M34",
        title: words("Meridian 34, Rose Gold", "Meridian 34, Roségold"),
        colour: words("Rose gold", "Roségold"),
        weight: 4,
      },
    ],
  },
  {
    key: "atlas",
    name: "Atlas",
    material: words("Vegetable-tanned calf leather", "Pflanzlich gegerbtes Kalbsleder"),
    origin: words("Santa Croce sull'Arno, Italy", "Santa Croce sull'Arno, Italien"),
    signs: [
      words("Eight stitches to the inch, slightly slanted", "Acht Stiche je Zoll, leicht schräg"),
      words(
        "The lining carries a woven label with the serial number",
        "Im Futter ist ein gewebtes Etikett mit der Seriennummer",
      ),
      words(
        "Clasps are solid brass and feel heavy",
        "Die Verschlüsse sind aus massivem Messing und fühlen sich schwer an",
      ),
    ],
    warrantyYears: 3,
    retailPrice: "1290.00 EUR",
    products: [
      {
        code: "ATT",
        title: words("Atlas Handbag, Cognac", "Atlas Handtasche, Cognac"),
        colour: words("Cognac", "Cognac"),
        weight: 11,
      },
      {
        code: "ATC",
        title: words("Atlas Handbag, Black", "Atlas Handtasche, Schwarz"),
        colour: words("Black", "Schwarz"),
        weight: 9,
      },
      {
        code: "ATF",
        title: words("Atlas Handbag, Forest Green", "Atlas Handtasche, Waldgrün"),
        colour: words("Forest green", "Waldgrün"),
        weight: 5,
      },
    ],
  },
  {
    key: "strand",
    name: "Strand",
    material: words("Nappa leather, natural rubber sole", "Nappaleder, Sohle aus Naturkautschuk"),
    origin: words("Felgueiras, Portugal", "Felgueiras, Portugal"),
    signs: [
      words(
        "The tongue label shows the code under the stitching",
        "Das Etikett der Zunge zeigt den Code unter der Naht",
      ),
      words("The sole is stitched, not glued alone", "Die Sohle ist vernäht, nicht nur geklebt"),
    ],
    warrantyYears: 1,
    retailPrice: "320.00 EUR",
    sizes: ["38", "39", "40", "41", "42", "43", "44"],
    products: [
      {
        code: "STW",
        title: words("Strand Low, White", "Strand Low, Weiß"),
        colour: words("White", "Weiß"),
        weight: 10,
      },
      {
        code: "STC",
        title: words("Strand Low, Clay", "Strand Low, Ton"),
        colour: words("Clay", "Ton"),
        weight: 7,
      },
      {
        code: "STN",
        title: words("Strand Runner, Night", "Strand Runner, Nacht"),
        colour: words("Night blue", "Nachtblau"),
        weight: 6,
      },
    ],
  },
  {
    key: "botanica",
    name: "Botanica",
    material: words("Eau de parfum, 50 ml", "Eau de Parfum, 50 ml"),
    origin: words("Grasse, France", "Grasse, Frankreich"),
    signs: [
      words("The batch number is etched into the glass", "Die Chargennummer ist in das Glas geätzt"),
      words("The cap closes with a magnet", "Die Kappe schließt mit einem Magneten"),
    ],
    warrantyYears: 2,
    retailPrice: "190.00 EUR",
    products: [
      {
        code: "BOC",
        title: words("Botanica No. 4, Cedar", "Botanica Nr. 4, Zeder"),
        colour: words("Amber", "Bernstein"),
        weight: 8,
      },
      {
        code: "BOI",
        title: words("Botanica No. 7, Iris", "Botanica Nr. 7, Iris"),
        colour: words("Violet", "Violett"),
        weight: 6,
      },
    ],
  },
  {
    key: "lumen",
    name: "Lumen",
    material: words("Anodised aluminium, lambskin", "Eloxiertes Aluminium, Lammleder"),
    origin: words("Hannover, Germany", "Hannover, Deutschland"),
    signs: [
      words(
        "The app shows the same serial number as the hinge",
        "Die App zeigt dieselbe Seriennummer wie das Scharnier",
      ),
      words("The charging port is lined with metal", "Die Ladebuchse ist mit Metall ausgekleidet"),
    ],
    warrantyYears: 2,
    retailPrice: "90.00 EUR",
    products: [
      {
        code: "LUG",
        title: words("Lumen Over-Ear, Graphite", "Lumen Over-Ear, Graphit"),
        colour: words("Graphite", "Graphit"),
        weight: 7,
      },
      {
        code: "LUS",
        title: words("Lumen Over-Ear, Sand", "Lumen Over-Ear, Sand"),
        colour: words("Sand", "Sand"),
        weight: 5,
      },
    ],
  },
];

import type { Words } from "./words";

const checkAt = (service: string) => `${service}/evidence`;

export const DE: Words = {
  verdicts: { original: "Original", fake: "Fälschung", unknown: "Unbekannt", error: "Fehler" },
  findings: {
    invalidated: ["Entwerteter Artikel", "Der Hersteller hatte den Artikel vor dem Scan entwertet."],
    stolen: ["Gestohlener Artikel", "Sein Besitzer hatte den Artikel vor dem Scan als gestohlen gemeldet."],
    impossible_travel: [
      "Unmögliche Reise",
      "Der Artikel wurde an zwei Orten in kürzerer Zeit gescannt, als eine Reise zwischen ihnen dauert.",
    ],
    many_devices: [
      "Viele Geräte",
      "Mehr Geräte haben den Artikel gescannt, als es bei einem Artikel üblich ist.",
    ],
    burst: ["Viele Scans auf einmal", "Mehrere Geräte haben den Artikel innerhalb von Minuten gescannt."],
    outside_market: [
      "Außerhalb der vorgesehenen Märkte",
      "Der Scan erfolgte in einem Land, in dem der Artikel nicht verkauft wird.",
    ],
    contradicts_client: [
      "Widerspruch zum Urteil",
      "Der Scanner hielt den Artikel für ein Original; die übrigen Befunde sprechen dagegen.",
    ],
  },
  states: {
    new: "Neu",
    investigating: "In Untersuchung",
    confirmed: "Bestätigt",
    dismissed: "Verworfen",
    handedOver: "Übergeben",
    closed: "Abgeschlossen",
  },
  roles: {
    seller: "Verkäufer",
    buyer: "Käufer",
    witness: "Zeuge",
    authority: "Behörde",
    lawyer: "Rechtsanwalt",
    other: "Sonstige",
  },
  entries: {
    opened: "hat den Fall eröffnet",
    changed: "hat den Fall geändert",
    moved: "hat den Status geändert",
    linked: "hat Verknüpfungen hinzugefügt",
    unlinked: "hat Verknüpfungen entfernt",
    noted: "hat eine Notiz hinzugefügt",
    personAdded: "hat eine Person hinzugefügt",
    personChanged: "hat eine Person geändert",
    personRemoved: "hat eine Person entfernt",
    packMade: "hat ein Beweispaket erstellt",
    packDownloaded: "hat ein Beweispaket heruntergeladen",
  },
  verdictsOfInspections: { genuine: "Echt", suspicious: "Verdächtig", unknown: "Unbekannt" },
  reportKinds: {
    seller: "Verkäufer",
    shop: "Onlineshop",
    looks: "Aussehen des Artikels",
    other: "Sonstiges",
  },
  faults: {
    changed: "Die Bytes sind nicht die aufgezeichneten.",
    unlinked: "Der Eintrag folgt nicht aus dem vorigen.",
    missing: "Die Datei fehlt.",
  },
  pack: (number, producer) => `Beweispaket ${number} von ${producer}`,
  page: (number) => `Seite ${number}`,
  foot: (pack) => `Beweispaket ${pack}. Alle Zeiten in UTC.`,
  caseTitle: (number, title) => `Fall ${number}: ${title}`,
  headings: {
    summary: "Zusammenfassung",
    integrity: "Unversehrtheit der Aufzeichnungen",
    findings: "Bewertung",
    map: "Orte",
    scans: "Scans",
    photos: "Fotos",
    inspections: "Prüfungen",
    codes: "Unbekannte Codes",
    reports: "Meldungen von Käufern",
    alerts: "Alarme",
    items: "Artikel",
    history: "Verlauf der Artikel",
    people: "Personen",
    timeline: "Wer wann was getan hat",
    howToCheck: "So prüfen Sie dieses Paket",
  },
  facts: {
    state: "Status",
    owner: "Verantwortlich",
    opened: "Eröffnet",
    decided: "Entschieden",
    summary: "Zusammenfassung",
    scans: "Scans",
    period: "Zeitraum",
    verdicts: "Urteile der Scanner",
    countries: "Länder",
    value: "Verkaufswert der Artikel",
    madeBy: "Erstellt von",
    madeAt: "Erstellt am",
    packId: "Kennung des Pakets",
    service: "Dienst",
  },
  columns: {
    number: "Nr.",
    time: "Zeit",
    code: "Code",
    item: "Artikel",
    verdict: "Urteil",
    findings: "Befunde",
    place: "Ort",
    device: "Gerät",
    photos: "Fotos",
    finding: "Befund",
    meaning: "Bedeutung",
    count: "Anzahl",
    file: "Datei",
    fault: "Fehler",
    kind: "Gegenstand",
    text: "Text",
    rule: "Regel",
    role: "Rolle",
    name: "Name",
    contact: "Kontakt",
    by: "Wer",
    what: "Was",
    title: "Titel",
    group: "Gruppe",
    entries: "Einträge",
    last: "Zuletzt",
  },
  none: "Keine.",
  intact:
    "Alle Fotos haben die Prüfsummen, die beim Speichern aufgezeichnet wurden, und alle Einträge der Verläufe folgen aus den vorigen.",
  faulty: (count) =>
    `${count === 1 ? "Eine Aufzeichnung ist" : `${count} Aufzeichnungen sind`} nicht wie aufgezeichnet. Das Gespeicherte wurde verändert, bevor dieses Paket erstellt wurde:`,
  utc: "Alle Zeiten in UTC.",
  more: (shown, all, where) => `Die ersten ${shown} von ${all}. Vollständig: ${where}.`,
  mapAlt: (places) => `Karte mit den Zeichen ${places === 1 ? "eines Ortes" : `von ${places} Orten`}`,
  mapCaption:
    "Ein Kreuz steht für eine Fälschung, eine Scheibe für ein Original, ein Ring für ein unbekanntes Urteil, ein Dreieck für einen Fehler. Neben dem Zeichen mehrerer Scans eines Gebiets steht ihre Anzahl.",
  readme: ({ pack, service, isTimed }) => `Beweispaket ${pack}, erstellt von ${service}

report.pdf          der Fall, für Menschen
scans/              alle Scans als Tabellen (PDF für Menschen, CSV für Programme)
photos/             die Fotos, wie sie gespeichert wurden
history/            der Verlauf jedes Artikels; items/ sagt, welcher Ordner zu welchem Artikel gehört
inspections/        was Prüfer notiert haben
reports/, codes/    Meldungen von Käufern, Scans unbekannter Codes
timeline/           wer was im Fall getan hat
pack.json           wer dieses Paket wann wovon erstellt hat
SHA256SUMS          die Prüfsumme jeder dieser Dateien
SHA256SUMS.sig      die Signatur dieser Liste (Ed25519)
public-key.pem      der Schlüssel der Signatur
${isTimed ? "SHA256SUMS.tsr      der Zeitstempel dieser Liste (RFC 3161), falls es einen gibt\n" : ""}
So prüfen Sie das Paket

1. Im Browser: ${checkAt(service)}
   Das Paket bleibt auf Ihrem Rechner.

2. Ohne ein Programm von uns:
   sha256sum --check --quiet SHA256SUMS
   openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig
   Vergleichen Sie den Schlüssel mit denen unter ${service}/.well-known/evidence-keys.json
${isTimed ? "   openssl ts -verify -data SHA256SUMS -in SHA256SUMS.tsr -CAfile <Zertifikat der Stelle>\n" : ""}
3. Der Verlauf eines Artikels: Die Prüfsumme jedes Eintrags steht am Anfang des nächsten. Kein Eintrag lässt sich
   unbemerkt ändern, entfernen oder hinzufügen.

In CSV-Dateien steht vor Zellen, die wie eine Formel beginnen, ein Apostroph. Zeichen, die in den PDF-Dateien nicht
darstellbar sind, erscheinen dort als "?"; die CSV-Dateien enthalten sie. Wurde ein Foto nach dem Erstellen des Pakets
gelöscht, nennt die Prüfung es als fehlend.
`,
  howToCheck: (service) =>
    `Öffnen Sie ${checkAt(service)} und wählen Sie dieses Archiv aus: Die Seite prüft jede Datei, die Verläufe, die Signatur und den Zeitstempel und nennt, was verändert wurde. README.txt beschreibt dasselbe mit sha256sum und openssl.`,
};

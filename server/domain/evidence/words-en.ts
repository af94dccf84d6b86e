import type { Words } from "./words";

const checkAt = (service: string) => `${service}/evidence`;

export const EN: Words = {
  verdicts: { original: "Original", fake: "Fake", unknown: "Unknown", error: "Error" },
  findings: {
    invalidated: ["Invalidated item", "The producer had withdrawn the item before the scan."],
    stolen: ["Stolen item", "Its owner had reported the item as stolen before the scan."],
    impossible_travel: [
      "Impossible journey",
      "The item was scanned at two places in less time than a journey between them takes.",
    ],
    many_devices: ["Many devices", "More devices scanned the item than one item usually meets."],
    burst: ["Many scans at once", "Several devices scanned the item within minutes."],
    outside_market: [
      "Outside intended markets",
      "The scan was made in a country where the item is not sold.",
    ],
    contradicts_client: [
      "Contradicts the verdict",
      "The scanner considered the item an original; the other findings speak against it.",
    ],
  },
  states: {
    new: "New",
    investigating: "Investigating",
    confirmed: "Confirmed",
    dismissed: "Dismissed",
    handedOver: "Handed over",
    closed: "Closed",
  },
  roles: {
    seller: "Seller",
    buyer: "Buyer",
    witness: "Witness",
    authority: "Authority",
    lawyer: "Lawyer",
    other: "Other",
  },
  entries: {
    opened: "opened the case",
    changed: "changed the case",
    moved: "changed the status",
    linked: "added links",
    unlinked: "removed links",
    noted: "added a note",
    personAdded: "added a person",
    personChanged: "changed a person",
    personRemoved: "removed a person",
    packMade: "made an evidence pack",
    packDownloaded: "downloaded an evidence pack",
  },
  verdictsOfInspections: { genuine: "Genuine", suspicious: "Suspicious", unknown: "Unknown" },
  reportKinds: { seller: "Seller", shop: "Online shop", looks: "Looks of the item", other: "Other" },
  faults: {
    changed: "The bytes are not those that were recorded.",
    unlinked: "The entry does not follow from the one before.",
    missing: "It is missing.",
  },
  pack: (number, producer) => `Evidence pack ${number} of ${producer}`,
  page: (number) => `Page ${number}`,
  foot: (pack) => `Evidence pack ${pack}. All times are in UTC.`,
  caseTitle: (number, title) => `Case ${number}: ${title}`,
  headings: {
    summary: "Summary",
    integrity: "Integrity of the records",
    findings: "Assessment",
    map: "Places",
    scans: "Scans",
    photos: "Photos",
    inspections: "Inspections",
    codes: "Unregistered codes",
    reports: "Reports of buyers",
    alerts: "Alerts",
    items: "Items",
    history: "History of the items",
    people: "People",
    timeline: "Who handled what, and when",
    howToCheck: "How to check this pack",
  },
  facts: {
    state: "Status",
    owner: "Responsible",
    opened: "Opened",
    decided: "Decided",
    summary: "Summary",
    scans: "Scans",
    period: "Period",
    verdicts: "Verdicts of the scanners",
    countries: "Countries",
    value: "Retail value of the items",
    madeBy: "Made by",
    madeAt: "Made on",
    packId: "Id of the pack",
    service: "Service",
  },
  columns: {
    number: "No.",
    time: "Time",
    code: "Code",
    item: "Item",
    verdict: "Verdict",
    findings: "Findings",
    place: "Place",
    device: "Device",
    photos: "Photos",
    finding: "Finding",
    meaning: "Meaning",
    count: "Number",
    file: "File",
    fault: "Fault",
    kind: "Subject",
    text: "Text",
    rule: "Rule",
    role: "Role",
    name: "Name",
    contact: "Contact",
    by: "By",
    what: "What",
    title: "Title",
    group: "Group",
    entries: "Entries",
    last: "Last",
  },
  none: "None.",
  intact:
    "All photos have the checksums that were recorded when they were stored, and all entries of the histories follow from the ones before.",
  faulty: (count) =>
    `${count === 1 ? "One record is" : `${count} records are`} not as recorded. What was stored was changed before this pack was made:`,
  utc: "All times are in UTC.",
  more: (shown, all, where) => `The first ${shown} of ${all}. All of them: ${where}.`,
  mapAlt: (places) => `Map with the marks of ${places} ${places === 1 ? "place" : "places"}`,
  mapCaption:
    "A cross is a fake, a disc an original, a ring an unknown verdict, a triangle an error. A number stands beside the mark of several scans of one area.",
  readme: ({ pack, service, isTimed }) => `Evidence pack ${pack}, made by ${service}

report.pdf          the case, for people
scans/              all scans, as tables (PDF for people, CSV for programs)
photos/             the photos as they were stored
history/            the history of each item; items/ says which folder is which item
inspections/        what inspectors noted
reports/, codes/    reports of buyers, scans of unregistered codes
timeline/           who did what in the case
pack.json           who made this pack, when, of what
SHA256SUMS          the checksum of each file above
SHA256SUMS.sig      the signature of that list (Ed25519)
public-key.pem      the key that signed
${isTimed ? "SHA256SUMS.tsr      the time stamp of that list (RFC 3161), if one was made\n" : ""}
How to check

1. In the browser: ${checkAt(service)}
   The pack stays on your computer.

2. Without a program of ours:
   sha256sum --check --quiet SHA256SUMS
   openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig
   Compare the key with those at ${service}/.well-known/evidence-keys.json
${isTimed ? "   openssl ts -verify -data SHA256SUMS -in SHA256SUMS.tsr -CAfile <certificate of the authority>\n" : ""}
3. The history of an item: the checksum of each entry stands at the beginning of the next one, so no entry can be
   changed, removed or added without a trace.

In CSV files, cells that begin like a formula have an apostrophe before them. Characters that the PDF files cannot show
are "?" there; the CSV files have them. If a photo was erased after the pack was made, the check names it as missing.
`,
  howToCheck: (service) =>
    `Open ${checkAt(service)} and choose this archive: the page checks each file, the histories, the signature and the time stamp, and names what was changed. README.txt says how to do the same with sha256sum and openssl.`,
};

import type { Endpoint } from "./endpoint";

/** The parts of the document, in its order, each with its introduction as Markdown. */
export const TAGS: Record<Endpoint["tag"] | "Events", string> = {
  Common: "What is running, and which phones can scan. Neither call needs a credential.",
  Items:
    "An item is one physical object that carries a code. Register it under the identifier in its code, say what buyers may compare, and read who scanned it and where. Invalidate an item that is lost or destroyed: that is final.",
  Groups:
    "A group holds what many items share, such as a model or a batch: title, image, data and verification infos. An item is in one group at most. Scanners see both merged into one.",
  Scans:
    "Scanner apps record a scan of each code that they read, without a credential, and show what the answer says of the item. The producer of the item reads its scans with software, device and place.",
  Contents:
    "Contents are files of a producer: images of items, manuals, certificates. Everyone who knows the url of a file can read it, and images come in any smaller width.",
  Hooks:
    "Webhooks call a URL of yours when an event occurs. In this API they are hooks: of one item, of a group with its items, or of the producer with all that it has. Each call is signed, and repeated for 72 hours and more until it succeeds.",
  Jobs: "Work on many objects that takes longer than a request. A job is requested once, goes on in the background and survives restarts. It is an extension of the specification.",
  Imports:
    "An import creates and updates items or groups from a file: CSV, XLSX or JSON Lines with up to a million rows. Refused rows name their faults and stop no other row. It is an extension of the specification.",
  "Audit log":
    "The audit log says who changed what in the account of a producer. A SIEM reads it as a feed, or receives each event by a webhook. It is an extension of the specification.",
  Events:
    "The events that webhooks receive: the twelve of the specification, for which `*` stands, and extensions, which a webhook gets by name alone. The body shows each object as it was at the time of the event and is the same, byte for byte, on every attempt. Answer with a status below 400 within 15 seconds. The headers follow Standard Webhooks.",
};

import { createSocket } from "node:dgram";
import { once } from "node:events";
import { OUTSIDE } from "./machine";

const HEADER_BYTES = 12;
const TYPE_A = 1;
const TTL_SECONDS = 5;

/** The name and the end of the first question of a DNS message. */
function questionOf(message: Buffer) {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** Answers DNS questions for the names, as Docker does for its containers. */
export async function answerDns(addresses: ReadonlyMap<string, string>): Promise<void> {
  const socket = createSocket("udp4").on("message", (message, { port, address }) => {
    const { name, type, end } = questionOf(message);
    const found = addresses.get(name);
    const isFound = type === TYPE_A && found !== undefined;
    const response = Buffer.from(message.subarray(0, end));
    // A response, authoritative, recursion available; "no such name" where there is none.
    response.writeUInt16BE(found === undefined ? 0x8583 : 0x8580, 2);
    response.writeUInt16BE(isFound ? 1 : 0, 6);
    response.writeUInt32BE(0, 8);
    const record = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, TTL_SECONDS, 0, 4]);
    const data = Buffer.from(isFound ? found.split(".").map(Number) : []);
    socket.send(isFound ? Buffer.concat([response, record, data]) : response, port, address);
  });
  await once(socket.bind(53, OUTSIDE), "listening");
  socket.unref();
}

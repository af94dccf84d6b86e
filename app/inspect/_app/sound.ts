import type { Verdict } from "@/server/domain/inspections/schema";
import { isOn } from "./choices";

/** What a person hears and feels: each state differs in rhythm and pitch. */
export type Signal = Verdict | "saved";

interface Pattern {
  /** Hertz, from and for how many seconds each. */
  tones: [hertz: number, start: number, length: number][];
  shape: OscillatorType;
  vibration: number[];
}

export const PATTERNS: Record<Signal, Pattern> = {
  genuine: {
    tones: [
      [660, 0, 0.12],
      [990, 0.14, 0.22],
    ],
    shape: "sine",
    vibration: [80],
  },
  suspicious: {
    tones: [
      [220, 0, 0.2],
      [180, 0.26, 0.2],
      [150, 0.52, 0.4],
    ],
    shape: "sawtooth",
    vibration: [250, 100, 250, 100, 400],
  },
  unknown: {
    tones: [
      [440, 0, 0.15],
      [440, 0.25, 0.15],
    ],
    shape: "triangle",
    vibration: [120, 80, 120],
  },
  saved: { tones: [[520, 0, 0.06]], shape: "sine", vibration: [30] },
};

const VOLUME = 0.25;
let context: AudioContext | undefined;

/** Lets later sounds through: browsers ask for a touch first. */
export function unlockSound(): void {
  context ??= "AudioContext" in window ? new AudioContext() : undefined;
  void context?.resume().catch(() => {});
}

/** Plays the signal of a state, unless the person switched sound off. */
export function signal(of: Signal): void {
  if (!isOn("sound")) return;
  const { tones, shape, vibration } = PATTERNS[of];
  if ("vibrate" in navigator) navigator.vibrate(vibration);
  unlockSound();
  if (!context) return;
  for (const [hertz, start, length] of tones) {
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    const at = context.currentTime + start;
    oscillator.type = shape;
    oscillator.frequency.value = hertz;
    gain.gain.setValueAtTime(VOLUME, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + length);
  }
}

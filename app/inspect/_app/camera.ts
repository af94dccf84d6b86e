import { type RefObject, useEffect, useState } from "react";
import { openReader, type Reader } from "./reader";

const MAX_EDGE_PIXELS = 1_280;
const PAUSE_MS = 60;

/** The picture that the video shows, small enough to read quickly; undefined before the first one. */
function pictureOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | undefined {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined;
  const scale = Math.min(1, MAX_EDGE_PIXELS / Math.max(videoWidth, videoHeight));
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  drawing?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return drawing?.getImageData(0, 0, canvas.width, canvas.height);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function readUntilFound(video: HTMLVideoElement, read: Reader, signal: AbortSignal) {
  const canvas = document.createElement("canvas");
  while (!signal.aborted) {
    const picture = pictureOf(video, canvas);
    const text = picture && (await read(picture));
    if (text) return text;
    await pause(PAUSE_MS);
  }
  return undefined;
}

const openCamera = () =>
  navigator.mediaDevices.getUserMedia({
    video: { facingMode: { ideal: "environment" }, width: { ideal: 1_280 }, height: { ideal: 960 } },
  });

/** Shows the camera and reports the first code in front of it, once. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  onCode: (text: string) => void,
): "starting" | "running" | "failed" {
  const [state, setState] = useState<"starting" | "running" | "failed">("starting");
  useEffect(() => {
    const ended = new AbortController();
    let stream: MediaStream | undefined;
    const run = async () => {
      const reader = openReader();
      stream = await openCamera();
      const shown = video.current;
      if (ended.signal.aborted || !shown) return;
      shown.srcObject = stream;
      await shown.play();
      performance.mark("camera-shown");
      setState("running");
      const text = await readUntilFound(shown, await reader, ended.signal);
      if (text === undefined || ended.signal.aborted) return;
      performance.measure("code-read", "camera-shown");
      onCode(text);
    };
    run()
      .catch(() => setState("failed"))
      .finally(() => ended.signal.aborted && stopTracks(stream));
    return () => {
      ended.abort();
      stopTracks(stream);
    };
  }, [video, onCode]);
  return state;
}

const stopTracks = (stream: MediaStream | undefined) => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};

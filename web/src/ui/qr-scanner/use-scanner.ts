import { useEffect, useEffectEvent, useRef, useState } from "react";
import { loadRemedies } from "../until-here.ts";
import { type Camera, showStream, startCamera } from "./camera.ts";
import { CameraFailure, cameraFailure } from "./camera-problem.ts";
import { type Decoder, type Found, openDecoder } from "./decoder.ts";
import { outlinedIntervalMs, rest, watchForCode } from "./watch.ts";

/** Decoding and picture stop this long after a success (spec §4, §9). */
const stopAfterMs = 200;
/** A kept camera that nobody comes back to is let go: phones get warm and the light stays on. */
const keepForMs = 90_000;

export type ScannerState =
  | { phase: "starting" }
  | { phase: "looking"; camera: Camera }
  | { phase: "found"; camera: Camera; found: Found }
  | { phase: "failed"; failure: CameraFailure };

/**
 * Runs camera and decoder while `isOpen`; on a code calls `onDecode` at once and `onDone` 200 ms later, when the
 * picture stops. The stream outlives the picture, so that the next scan starts without a wait; unmounting lets
 * everything go (rules §8).
 */
export function useScanner({
  isOpen,
  video,
  onDecode,
  onDone,
}: {
  isOpen: boolean;
  video: HTMLVideoElement | null;
  onDecode: (text: string) => void;
  onDone: () => void;
}) {
  const [state, setState] = useState<ScannerState>({ phase: "starting" });
  const [wanted, setWanted] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const camera = useRef<Camera>(null);
  const decoder = useRef<Promise<Decoder>>(null);
  const last = useRef<string>(undefined);
  /** From the moment in which a code was read until this closes nothing of the camera matters any more. */
  const hasFound = useRef(false);

  const decoded = useEffectEvent(onDecode);
  const done = useEffectEvent(onDone);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt starts over
  useEffect(() => {
    if (!isOpen || !video) return;
    const stop = new AbortController();
    const { signal } = stop;
    hasFound.current = false;
    void run(video).catch((cause: unknown) => {
      const failure = cameraFailure(cause);
      if (!signal.aborted) setState({ phase: "failed", failure });
      if (failure.problem === "unread") void decoderFailed(failure);
    });
    return () => {
      stop.abort();
      video.pause();
    };

    async function run(video: HTMLVideoElement) {
      setState({ phase: "starting" });
      decoder.current ??= openDecoder();
      const [running, opened] = await Promise.all([cameraOn(video), decoder.current]);
      if (signal.aborted) return;
      setState({ phase: "looking", camera: running });
      running.stream.getVideoTracks()[0]?.addEventListener("ended", cameraEnded, { signal });
      const found = await watchForCode(opened, video, {
        intervalMs: outlinedIntervalMs,
        signal,
        last: last.current,
      });
      if (!found) return;
      last.current = found.text;
      hasFound.current = true;
      setState({ phase: "found", camera: running, found });
      decoded(found.text);
      await rest(stopAfterMs, signal);
      if (signal.aborted) return;
      video.pause();
      done();
    }

    /** Broken or never loaded, it would stay so: the next attempt opens one anew, or loads the page where it is old. */
    async function decoderFailed({ name, message }: CameraFailure) {
      forget(decoder);
      const remedies = await loadRemedies().catch(() => null);
      if (!(await remedies?.isRenewed(message)) || signal.aborted) return;
      setState({ phase: "failed", failure: new CameraFailure("renewed", name, message) });
    }

    async function cameraOn(video: HTMLVideoElement): Promise<Camera> {
      const kept = camera.current;
      if (kept?.isLive() && (!wanted || kept.deviceId === wanted)) {
        await showStream(video, kept.stream);
        return kept;
      }
      kept?.stop();
      camera.current = null;
      const started = await startCamera(video, wanted);
      if (signal.aborted) started.stop();
      else camera.current = started;
      return started;
    }

    function cameraEnded() {
      if (hasFound.current) return;
      setState({
        phase: "failed",
        failure: new CameraFailure("stopped", "TrackEndedError", "The camera stopped giving a picture"),
      });
      stop.abort();
    }
  }, [isOpen, video, wanted, attempt]);

  useEffect(() => {
    if (isOpen) return;
    const timer = setTimeout(() => camera.current?.stop(), keepForMs);
    return () => clearTimeout(timer);
  }, [isOpen]);

  useEffect(
    () => () => {
      camera.current?.stop();
      camera.current = null;
      forget(decoder);
    },
    [],
  );

  const chooseCamera = (id: string) => {
    if (!hasFound.current) setWanted(id);
  };
  return { state, chooseCamera, retry: () => setAttempt((n) => n + 1) };
}

/** Closes a decoder, if there is one; whether it could be opened does not matter. */
function forget(decoder: { current: Promise<Decoder> | null }): void {
  void decoder.current?.then(
    (open) => open.close(),
    () => {},
  );
  decoder.current = null;
}

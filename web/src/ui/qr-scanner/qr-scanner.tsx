import {
  IconBolt,
  IconBoltOff,
  IconCameraRotate,
  IconCircleCheckFilled,
  IconKeyboard,
  IconRefresh,
  IconX,
} from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { m } from "../../text/compiled/messages.js";
import { FullScreen } from "../full-screen/full-screen.tsx";
import type { Camera } from "./camera.ts";
import { CameraTrouble } from "./camera-trouble.tsx";
import type { Found } from "./decoder.ts";
import style from "./qr-scanner.module.css";
import { useScanner } from "./use-scanner.ts";

type Props = {
  isOpen: boolean;
  title: string;
  /** What stands over the picture for the moment between a success and the popup's end: who or what was read. */
  caption: (text: string) => ReactNode;
  /** Called at once when a code is read. */
  onDecode: (text: string) => void;
  /** The popup wants to close: 200 ms after a success, or because the person closed it. */
  onClose: () => void;
  /** Another way in, for when the camera can't. */
  typeInstead?: { label: string; press: () => void };
};

/**
 * A popup that reads one QR code with the camera (spec §8, §9). Keep it mounted while its screen is open: the camera
 * then stays ready between two scans and is let go when the screen is left.
 */
export function QrScanner(props: Props) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const { state, chooseCamera, retry } = useScanner({
    isOpen: props.isOpen,
    video,
    onDecode: props.onDecode,
    onDone: props.onClose,
  });
  if (!props.isOpen) return null;
  return <Popup {...props} videoRef={setVideo} video={video} state={state} chooseCamera={chooseCamera} retry={retry} />;
}

function Popup({
  title,
  caption,
  onClose,
  typeInstead,
  videoRef,
  video,
  state,
  chooseCamera,
  retry,
}: Props &
  ReturnType<typeof useScanner> & {
    video: HTMLVideoElement | null;
    videoRef: (video: HTMLVideoElement | null) => void;
  }) {
  const camera = "camera" in state ? state.camera : null;
  const isRenewed = state.phase === "failed" && state.failure.problem === "renewed";
  return (
    <FullScreen label={title} onClose={onClose} className={style.screen}>
      <header className={style.head}>
        <h2 className={style.title}>{title}</h2>
        <button type="button" className={style.round} aria-label={m.scanner_close()} onClick={onClose}>
          <IconX size={24} aria-hidden />
        </button>
      </header>
      <div className={style.stage} data-phase={state.phase}>
        <video ref={videoRef} className={style.video} playsInline muted />
        {state.phase !== "failed" && <div className={style.aim} aria-hidden />}
        {state.phase === "starting" && (
          <p role="status" className={style.note}>
            {m.scanner_starting()}
          </p>
        )}
        {state.phase === "looking" && (
          <p role="status" className={style.note}>
            {m.scanner_aim()}
          </p>
        )}
        {state.phase === "found" && video && (
          <>
            <Outline found={state.found} width={video.videoWidth} height={video.videoHeight} />
            <p role="status" className={style.read}>
              <IconCircleCheckFilled size={28} aria-hidden />
              {caption(state.found.text)}
            </p>
          </>
        )}
        {state.phase === "failed" && <CameraTrouble failure={state.failure} />}
      </div>
      <footer className={style.foot}>
        {state.phase === "failed" && (
          <button type="button" className={style.main} onClick={isRenewed ? () => location.reload() : retry}>
            <IconRefresh size={22} aria-hidden />
            {isRenewed ? m.ui_renewed_reload() : m.scanner_retry()}
          </button>
        )}
        {camera && <Lenses camera={camera} chooseCamera={chooseCamera} />}
        {typeInstead && (
          <button type="button" className={style.side} onClick={typeInstead.press}>
            <IconKeyboard size={22} aria-hidden />
            {typeInstead.label}
          </button>
        )}
      </footer>
    </FullScreen>
  );
}

function Outline({ found, width, height }: { found: Found; width: number; height: number }) {
  return (
    <svg
      className={style.outline}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <polygon points={found.corners.map(({ x, y }) => `${x},${y}`).join(" ")} />
    </svg>
  );
}

/** Torch and choice of camera, where the device has them. */
function Lenses({ camera, chooseCamera }: { camera: Camera; chooseCamera: (id: string) => void }) {
  const [isLit, setIsLit] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another camera starts unlit
  useEffect(() => setIsLit(false), [camera]);
  const next = nextCamera(camera);
  return (
    <>
      {camera.hasTorch && (
        <button
          type="button"
          className={style.side}
          aria-pressed={isLit}
          onClick={() => {
            camera.setTorch(!isLit).then(
              () => setIsLit(!isLit),
              () => setIsLit(false),
            );
          }}
        >
          {isLit ? <IconBoltOff size={22} aria-hidden /> : <IconBolt size={22} aria-hidden />}
          {m.scanner_torch()}
        </button>
      )}
      {next && (
        <button type="button" className={style.side} title={next.label} onClick={() => chooseCamera(next.id)}>
          <IconCameraRotate size={22} aria-hidden />
          {m.scanner_other_camera()}
        </button>
      )}
    </>
  );
}

function nextCamera({ choices, deviceId }: Camera) {
  if (choices.length < 2) return undefined;
  const now = choices.findIndex(({ id }) => id === deviceId);
  return choices[(now + 1) % choices.length];
}

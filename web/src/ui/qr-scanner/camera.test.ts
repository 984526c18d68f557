import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startCamera } from "./camera.ts";

const getUserMedia = vi.fn<(constraints: MediaStreamConstraints) => Promise<MediaStream>>();
const stop = vi.fn();
const track = {
  stop,
  readyState: "live",
  getSettings: () => ({ deviceId: "back" }),
  getCapabilities: () => ({ torch: true }),
};
const stream = { getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream;

/** A video that has a picture at once, or never. */
function video(hasPicture: boolean): HTMLVideoElement {
  const element = document.createElement("video");
  Object.defineProperty(element, "srcObject", { writable: true, value: null });
  Object.defineProperty(element, "readyState", { get: () => (hasPicture ? 4 : 0) });
  element.play = () => Promise.resolve();
  return element;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("navigator", {
    mediaDevices: {
      getUserMedia,
      enumerateDevices: async () => [{ kind: "videoinput", deviceId: "back", label: "Back" }],
    },
    permissions: { query: async () => ({ state: "granted" }) },
  });
  getUserMedia.mockReset().mockResolvedValue(stream);
  stop.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("starting a camera", () => {
  it("takes the one on the back, settles for half a second, and knows its torch", async () => {
    const started = startCamera(video(true));
    await vi.advanceTimersByTimeAsync(499);
    await expect(Promise.race([started, "not yet"])).resolves.toBe("not yet");
    await vi.advanceTimersByTimeAsync(1);
    expect(await started).toMatchObject({ deviceId: "back", hasTorch: true, choices: [{ id: "back", label: "Back" }] });
    expect(getUserMedia.mock.calls[0]?.[0].video).toMatchObject({ facingMode: { ideal: "environment" } });
  });

  it("gives up after 6 s without a picture and lets the camera go", async () => {
    const failed = expect(startCamera(video(false))).rejects.toMatchObject({ problem: "slow" });
    await vi.advanceTimersByTimeAsync(5999);
    expect(stop).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await failed;
    expect(stop).toHaveBeenCalled();
  });

  it("remembers a chosen camera, and forgets it when it is gone", async () => {
    const chosen = startCamera(video(true), "front");
    await vi.advanceTimersByTimeAsync(500);
    await chosen;
    getUserMedia
      .mockReset()
      .mockRejectedValueOnce(new DOMException("", "OverconstrainedError"))
      .mockResolvedValue(stream);
    const started = startCamera(video(true));
    await vi.advanceTimersByTimeAsync(500);
    await started;
    expect(getUserMedia.mock.calls[0]?.[0].video).toMatchObject({ deviceId: { exact: "front" } });
    expect(getUserMedia.mock.calls[1]?.[0].video).toMatchObject({ facingMode: { ideal: "environment" } });
  });
});

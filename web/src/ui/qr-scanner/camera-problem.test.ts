import { describe, expect, it } from "vitest";
import { accessFailure, cameraFailure } from "./camera-problem.ts";

describe("camera errors", () => {
  it.each([
    ["NotAllowedError", "denied"],
    ["SecurityError", "denied"],
    ["NotFoundError", "missing"],
    ["OverconstrainedError", "missing"],
    ["NotReadableError", "busy"],
    ["AbortError", "busy"],
    ["NotSupportedError", "unsupported"],
    ["SomethingNewError", "unknown"],
  ])("%s means %s, and keeps the browser's name and message", (name, problem) => {
    expect(cameraFailure(new DOMException("the browser's words", name))).toMatchObject({
      problem,
      name,
      message: "the browser's words",
    });
  });

  it("takes whatever was thrown", () => {
    expect(cameraFailure("odd")).toMatchObject({ problem: "unknown", message: "odd" });
    expect(cameraFailure(undefined)).toMatchObject({ problem: "unknown" });
  });

  it("an address without HTTPS is told apart from a browser without cameras", () => {
    const camera = { getUserMedia: () => Promise.reject() } as unknown as MediaDevices;
    expect(accessFailure({ isSecureContext: false, mediaDevices: undefined })?.problem).toBe("insecure");
    expect(accessFailure({ isSecureContext: true, mediaDevices: undefined })?.problem).toBe("unsupported");
    expect(accessFailure({ isSecureContext: true, mediaDevices: camera })).toBeNull();
  });
});

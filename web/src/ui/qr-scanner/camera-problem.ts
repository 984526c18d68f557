/** Why no picture comes or none is read, as far as the person in front of it can do something about it (spec §8). */
export const cameraProblems = [
  "insecure",
  "unsupported",
  "denied",
  "missing",
  "busy",
  "slow",
  "stopped",
  "unread",
  "renewed",
  "unknown",
] as const;
export type CameraProblem = (typeof cameraProblems)[number];

/**
 * A camera that gives no picture: what kind of trouble, with the browser's own name and message kept for the curious.
 */
export class CameraFailure extends Error {
  readonly problem: CameraProblem;
  constructor(problem: CameraProblem, name: string, message: string) {
    super(message);
    this.name = name;
    this.problem = problem;
  }
}

const problemByName: Record<string, CameraProblem> = {
  NotAllowedError: "denied",
  PermissionDeniedError: "denied",
  SecurityError: "denied",
  NotFoundError: "missing",
  DevicesNotFoundError: "missing",
  OverconstrainedError: "missing",
  NotReadableError: "busy",
  TrackStartError: "busy",
  AbortError: "busy",
  NotSupportedError: "unsupported",
};

/** Sorts whatever getUserMedia and its friends threw; name and message stay as the browser gave them (spec §8). */
export function cameraFailure(cause: unknown): CameraFailure {
  if (cause instanceof CameraFailure) return cause;
  // A DOMException is no Error in every browser.
  const { name = "Error", message = String(cause) } = (cause ?? {}) as { name?: string; message?: string };
  return new CameraFailure(problemByName[name] ?? "unknown", name, message);
}

/**
 * Why this page can't have a camera at all, before asking for one; null when it can (spec §9: a secure context is
 * required).
 */
export function accessFailure(page: {
  isSecureContext: boolean;
  mediaDevices: MediaDevices | undefined;
}): CameraFailure | null {
  if (!page.isSecureContext) {
    return new CameraFailure("insecure", "InsecureContextError", "HTTPS or localhost is required");
  }
  if (typeof page.mediaDevices?.getUserMedia !== "function") {
    return new CameraFailure("unsupported", "StreamApiNotSupportedError", "This browser has no Stream API");
  }
  return null;
}

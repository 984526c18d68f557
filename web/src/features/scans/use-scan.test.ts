import { expect, test } from "vitest";
import { requestOf } from "./use-scan.ts";

test.each([
  ["ABCDE-FGHJK", true, "ABCDE-FGHJK"],
  ["ABCDE-FGHJK", false, "QR ABCDE-FGHJK"],
  ["abcdefghjk", false, "QR abcdefghjk"],
  ["qwertyuiopasdfjklzxcvnmbT-_0123456789012345", false, "qwertyuiopasdfjklzxcvnmbT-_0123456789012345"],
])("%j, typed: %j, is sent as %j: what the camera reads is never tried as a short code", (qrToken, wasTyped, sent) =>
  expect(requestOf({ qrToken, gate: null, wasTyped })).toEqual({ body: { qrToken: sent } }),
);

import { expect, test } from "vitest";
import { m } from "../../text/compiled/messages.js";
import { judgeGate } from "./judge-gate.ts";

test("what a hand scanner typed behind a gate's name is no name", () => {
  const token = "q7Hf3kZ_x9-LmN2vBtYwR5sJdE8aUcPgQ1oXiKzTnV4";
  expect(judgeGate(token.slice(0, 40))).toBe(m.scans_gate_code());
  expect(judgeGate(`البوابة الشرقية${token}`.slice(0, 40))).toBe(m.scans_gate_code());
});

test.each(["البوابة الشرقية", "East gate 12", "Northern-Entrance-Hall-B2", "NORTH-ENTRANCE-HALL-B2-LEFT"])(
  "%s is one",
  (name) => {
    expect(judgeGate(name)).toBeUndefined();
  },
);

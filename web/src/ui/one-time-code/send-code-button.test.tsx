import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Refusal } from "../../api.ts";
import { setLanguage } from "../../text/language.ts";
import { SendCodeButton } from "./send-code-button.tsx";
import { noteSent, useSent } from "./sent-codes.ts";

afterEach(() => {
  sessionStorage.clear();
  vi.useRealTimers();
});

const address = "noura@saha.example";

function Button({ send }: { send: () => Promise<unknown> }) {
  return <SendCodeButton {...useSent("verification", address)} send={send} />;
}

function show(wasSent: boolean, send: () => Promise<unknown>) {
  setLanguage("en");
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  if (wasSent) noteSent("verification", ` ${address.toUpperCase()}`);
  render(
    <MantineProvider>
      <Button send={send} />
    </MantineProvider>,
  );
  return screen.getByRole<HTMLButtonElement>("button");
}

const pass = (seconds: number) => act(async () => void vi.advanceTimersByTime(seconds * 1000));
const press = (button: HTMLElement) => act(async () => void fireEvent.click(button));

test("after a code was sent the next one waits for a minute", async () => {
  const button = show(true, async () => ({}));
  expect(button.disabled).toBe(true);
  expect(button.textContent).toBe("Re-send in 1:00");
  await pass(41);
  expect(button.textContent).toBe("Re-send in 0:19");
  await pass(19);
  expect(button.disabled).toBe(false);
  expect(button.textContent).toBe("Re-send email");
});

test("a server that asks for a longer wait gets it", async () => {
  const refusal = { code: "auth.too_many_codes", message: "wait", requestId: "1" } as const;
  const button = show(false, () => Promise.reject(new Refusal(429, refusal, 3600)));
  expect(button.textContent).toBe("Send code");
  await press(button);
  expect(button.disabled).toBe(true);
  expect(button.textContent).toBe("Re-send in 1:00:00");
  // It was refused: nothing claims that a code was sent.
  await pass(3600);
  expect(button.textContent).toBe("Send code");
});

test("without an address nothing was sent and nothing waits", async () => {
  const button = show(false, async () => false);
  await press(button);
  expect(button.disabled).toBe(false);
  expect(button.textContent).toBe("Send code");
});

import { MantineProvider } from "@mantine/core";
import { newPassword } from "@saha/contract";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { Refusal } from "../../api.ts";
import { setLanguage } from "../../text/language.ts";
import { DialogFrame, type DialogWidth } from "./dialog-frame.tsx";
import { typedNumber } from "./fields.ts";
import { FormDialog } from "./form-dialog.tsx";

type Form = { title: string; quantity: number | null; active: boolean };
const blank: Form = { title: "", quantity: null, active: true };

function show(onSubmit: (values: Form) => Promise<unknown>, values = blank, onClose = () => {}) {
  render(
    <MantineProvider env="test">
      <FormDialog<Form>
        title="New ticket"
        submitLabel="Add"
        fields={[
          { kind: "text", name: "title", label: "Title" },
          { kind: "number", name: "quantity", label: "Quantity" },
          { kind: "switch", name: "active", label: "Active" },
        ]}
        values={values}
        onSubmit={onSubmit}
        onClose={onClose}
      />
    </MantineProvider>,
  );
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const shown = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
const send = () => fireEvent.click(screen.getByRole("button", { name: "Add" }));

beforeEach(() => setLanguage("en"));

describe("the form dialog", () => {
  it("keeps what was typed when the server refuses, with its message on top and its issues at their fields", async () => {
    const refusal = new Refusal(
      400,
      {
        code: "request.invalid",
        message: "Value is required",
        issues: [
          { field: "title", message: "Value is required" },
          { field: "eventName", message: "Event name is too long" },
        ],
        requestId: "1",
      },
      null,
    );
    show(() => Promise.reject(refusal));
    type("Title", "Night one");
    type("Quantity", "٢٥");
    send();
    const alert = await screen.findByText(/Check the marked fields/);
    expect(alert.textContent).toContain("Event name is too long");
    expect(screen.getByText("Value is required")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Title"));
    expect(shown("Title")).toBe("Night one");
    expect(shown("Quantity")).toBe("٢٥");
  });

  it("takes its message back once what is wrong is being mended", async () => {
    const issues = ["title", "quantity"].map((field) => ({ field, message: `wrong ${field}` }));
    show(() =>
      Promise.reject(
        new Refusal(400, { code: "request.invalid", message: "wrong title", issues, requestId: "1" }, null),
      ),
    );
    send();
    const alert = await screen.findByText("Check the marked fields and try again");
    type("Title", "Night one");
    expect(alert.textContent).not.toBe("");
    type("Quantity", "3");
    expect(alert.textContent).toBe("");
  });

  it("takes a message that no field tells back with the next letter", async () => {
    show(() => Promise.reject(new Refusal(409, { code: "ticket.day_conflict", message: "no", requestId: "1" }, null)));
    send();
    const alert = await screen.findByText("no");
    type("Title", "Night one");
    expect(alert.textContent).toBe("");
  });

  it("says a chosen day in words in the page's language, whatever the browser writes in its field", () => {
    setLanguage("ar");
    render(
      <MantineProvider env="test">
        <FormDialog
          title="New ticket"
          submitLabel="Add"
          fields={[{ kind: "day", name: "day", label: "Day", hint: "of the event" }]}
          values={{ day: null as string | null }}
          onSubmit={() => Promise.resolve()}
          onClose={() => {}}
        />
      </MantineProvider>,
    );
    const field = screen.getByLabelText("Day");
    const said = () => document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent;
    expect(said()).toBe("of the event");
    fireEvent.change(field, { target: { value: "2031-12-04" } });
    expect(said()).toBe("الخميس 4 ديسمبر 2031. of the event");
  });

  it("says that an error occurred when a refusal has no words", async () => {
    show(() => Promise.reject(new Error("")));
    send();
    expect(await screen.findByText("An error occurred")).toBeTruthy();
  });

  it("opens with values and sends numbers as numbers", async () => {
    const onSubmit = vi.fn((_values: Form) => Promise.resolve());
    show(onSubmit, { title: "Old", quantity: 5, active: false });
    expect(shown("Title")).toBe("Old");
    type("Quantity", "١٬٥٠٠");
    fireEvent.click(screen.getByLabelText("Active"));
    send();
    await vi.waitFor(
      () => expect(onSubmit).toHaveBeenCalledWith({ title: "Old", quantity: 1500, active: true }),
      15_000,
    );
  });

  it("sends once, however often it is pressed", () => {
    const onSubmit = vi.fn(() => new Promise(() => {}));
    show(onSubmit);
    send();
    fireEvent.submit(screen.getByLabelText("Title").closest("form") as HTMLFormElement);
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it("asks on Escape before typed text is lost, and not when there is none", async () => {
    const onClose = vi.fn();
    show(() => Promise.resolve(), blank, onClose);
    const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
    pressEscape();
    expect(onClose).toHaveBeenCalledTimes(1);
    type("Title", "Night one");
    pressEscape();
    const question = await screen.findByRole("dialog", { name: "Leave without saving?" });
    expect(onClose).toHaveBeenCalledTimes(1);
    fireEvent.click(within(question).getByRole("button", { name: "Keep editing" }));
    expect(shown("Title")).toBe("Night one");
    pressEscape();
    fireEvent.click(await screen.findByRole("button", { name: "Leave without saving" }));
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(2), 15_000);
  });

  it("has the browser ask before the page is loaded anew over typed text, and not when there is none", () => {
    const leaves = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    show(async () => {});
    expect(leaves()).toBe(true);
    type("Title", "Night one");
    expect(leaves()).toBe(false);
    cleanup();
    expect(leaves()).toBe(true);
  });

  it("checks a schema first where the spec wants it, in the reader's language", async () => {
    const onSubmit = vi.fn(() => Promise.resolve());
    render(
      <MantineProvider env="test">
        <FormDialog
          title="Password"
          submitLabel="Add"
          fields={[{ kind: "password", name: "password", label: "Password" }]}
          values={{ password: "" }}
          schema={z.object({ password: newPassword })}
          onSubmit={onSubmit}
          onClose={() => {}}
        />
      </MantineProvider>,
    );
    send();
    expect(await screen.findByText("Value is required")).toBeTruthy();
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe("the frame of a dialog", () => {
  const widthOf = (size?: DialogWidth) => {
    const { baseElement, unmount } = render(
      <MantineProvider env="test">
        <DialogFrame title="Codes" onClose={() => {}} {...(size ? { size } : {})}>
          <p>in it</p>
        </DialogFrame>
      </MantineProvider>,
    );
    const root = baseElement.querySelector<HTMLElement>("[style*=--modal-size]");
    const rem = /([\d.]+)rem/.exec(root?.style.getPropertyValue("--modal-size") ?? "")?.[1];
    unmount();
    return Number(rem) * 16;
  };

  it("is 600 wide around a form, and as wide as the specification has it around what is told", () => {
    expect(widthOf()).toBe(600);
    // Changing the password, the longest of forms, the codes of an invitation.
    for (const size of [480, 700, 800] as const) expect(widthOf(size)).toBe(size);
  });
});

describe("a typed number", () => {
  it.each([
    ["٣٫٥", 3.5],
    ["1,000", 1000],
    ["١٬٢٥٠٫٥", 1250.5],
    ["1 250", 1250],
    ["-3", -3],
    ["12,50", "12,50"],
    ["1,5", "1,5"],
    ["0,500", "0,500"],
    ["12٬50", "12٬50"],
    ["1.250", "1.250"],
    ["1.005", 1.005],
    ["1.25", 1.25],
    ["", null],
    ["  ", null],
    ["ten", "ten"],
  ])("%j is %j", (typed, number) => expect(typedNumber(typed)).toBe(number));
});

import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { Refusal } from "../../api.ts";
import { setLanguage } from "../../text/language.ts";
import { tabDraft } from "./drafts.ts";
import { FormMessage } from "./form-message.tsx";
import { useForm } from "./use-form.ts";

type Person = { name: string; city: string; password: string };
type Changes = Partial<Person>;
type Send = (changes: Changes) => Promise<unknown>;

const noura: Person = { name: "Noura", city: "Jeddah", password: "" };
const draft = tabDraft<Person>("test", ["name", "city"]);

function Form({ person, send, schema }: { person: Person; send: Send; schema?: () => Promise<z.ZodMiniType> }) {
  const form = useForm<Person, Changes>({
    values: person,
    body: (typed, before) =>
      Object.fromEntries(Object.entries(typed).filter(([name, value]) => before[name as keyof Person] !== value)),
    send: async (changes, { typed, fill }) => {
      await send(changes);
      fill({ ...typed, password: "" });
    },
    draft,
    isEdit: true,
    ...(schema && { schema }),
  });
  return (
    <form {...form.props} aria-label={form.isTouched ? "touched" : "as it was"}>
      <FormMessage message={form.message} />
      {(["name", "city", "password"] as const).map((name) => {
        const { error, ...field } = form.field(name);
        return (
          <label key={name}>
            {name}
            <input {...field} aria-invalid={error ? true : undefined} />
            <span data-testid={`${name}-error`}>{error}</span>
          </label>
        );
      })}
      <button type="submit">Save</button>
    </form>
  );
}

const input = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));
const type = (name: string, value: string) => fireEvent.change(input(name), { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));
const refused = (issues: { field: string; message: string }[]) => () =>
  Promise.reject(new Refusal(400, { code: "request.invalid", message: "not so", issues, requestId: "1" }, null));

beforeEach(() => setLanguage("en"));
afterEach(() => sessionStorage.clear());

test("a refusal leaves what was typed, marks its fields and leads to the first of them", async () => {
  const issues = [
    { field: "city", message: "no such city" },
    { field: "name", message: "taken" },
    { field: "shoe", message: "a field that is not shown" },
  ];
  render(<Form person={noura} send={refused(issues)} />);
  type("name", "Reem");
  type("city", "Atlantis");
  save();
  expect(await screen.findByText("taken")).toBeTruthy();
  expect(screen.getByText("no such city")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toBe("a field that is not shown");
  expect(input("city").value).toBe("Atlantis");
  expect(document.activeElement).toBe(input("name"));
});

test("a refusal without issues stands above the form, and leaves with the next letter", async () => {
  render(<Form person={noura} send={refused([])} />);
  type("name", "Reem");
  save();
  expect(await screen.findByText("not so")).toBeTruthy();
  type("name", "Reema");
  expect(screen.queryByText("not so")).toBeNull();
});

test("an unchanged save sends nothing and is no error", async () => {
  const send = vi.fn(async () => {});
  render(<Form person={noura} send={send} />);
  save();
  expect(await screen.findByText("No changes to save")).toBe(screen.getByRole("status"));
  type("name", "Noura ");
  type("name", "Noura");
  save();
  expect(await screen.findByText("No changes to save")).toBeTruthy();
  expect(send).not.toHaveBeenCalled();
});

test("untouched fields follow what was changed elsewhere, so that saving undoes nothing", async () => {
  const send = vi.fn<Send>(async () => {});
  const { rerender } = render(<Form person={noura} send={send} />);
  type("name", "Reem");
  rerender(<Form person={{ ...noura, name: "Hind", city: "Cairo" }} send={send} />);
  await waitFor(() => expect(input("city").value).toBe("Cairo"));
  expect(input("name").value).toBe("Reem");
  save();
  await waitFor(() => expect(send).toHaveBeenCalledWith({ name: "Reem" }));
});

test("what is wrong by the schema is sent nowhere, and said anew in another language", async () => {
  const send = vi.fn(async () => {});
  const schema = async () => z.object({ city: z.string().check(z.minLength(4, "required")) });
  render(<Form person={noura} send={send} schema={schema} />);
  type("city", "");
  save();
  await waitFor(() => expect(screen.getByTestId("city-error").textContent).toBe("Value is required"));
  expect(document.activeElement).toBe(input("city"));
  setLanguage("ar");
  await waitFor(() => expect(screen.getByTestId("city-error").textContent).toBe(""));
  expect(send).not.toHaveBeenCalled();
});

test("a schema that can't be loaded is a lost connection, and the next press tries again", async () => {
  const send = vi.fn(async () => {});
  const schema = vi.fn(async () => z.object({}) as z.ZodMiniType);
  schema.mockRejectedValueOnce(new TypeError("no such part"));
  render(<Form person={noura} send={send} schema={schema} />);
  type("name", "Reem");
  save();
  await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/network/i));
  save();
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
});

test("a second press while the first is on its way sends nothing", () => {
  const send = vi.fn(() => new Promise(() => {}));
  render(<Form person={noura} send={send} />);
  type("name", "Reem");
  save();
  save();
  expect(send).toHaveBeenCalledTimes(1);
});

test("what is typed while a save is on its way stays, and is kept", async () => {
  let answer = () => {};
  render(<Form person={noura} send={() => new Promise<void>((resolve) => (answer = resolve))} />);
  type("name", "Reem");
  type("password", "kalima-77");
  save();
  type("city", "Riyadh");
  answer();
  await waitFor(() => expect(input("password").value).toBe(""));
  expect([input("name").value, input("city").value]).toEqual(["Reem", "Riyadh"]);
  expect(screen.getByRole("form", { name: "touched" })).toBeTruthy();
  expect(JSON.stringify({ ...sessionStorage })).toContain("Riyadh");
});

test("what was typed outlives the page, passwords never", async () => {
  const opened = render(<Form person={noura} send={refused([])} />);
  type("name", "Reem");
  type("password", "kalima-77");
  opened.unmount();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("kalima");
  render(<Form person={noura} send={async () => {}} />);
  expect(input("name").value).toBe("Reem");
  expect(input("password").value).toBe("");
  save();
  await waitFor(() => expect(screen.getByRole("form", { name: "as it was" })).toBeTruthy());
  expect(sessionStorage).toHaveLength(0);
});

test("what was not typed is not kept, and follows what was changed elsewhere meanwhile", async () => {
  const { unmount } = render(<Form person={noura} send={async () => {}} />);
  type("name", "Reem");
  unmount();
  const sent: Changes[] = [];
  render(<Form person={{ ...noura, city: "Riyadh" }} send={async (changes) => sent.push(changes)} />);
  expect([input("name").value, input("city").value]).toEqual(["Reem", "Riyadh"]);
  save();
  await waitFor(() => expect(sent).toEqual([{ name: "Reem" }]));
});

test("what is typed back to what it was is kept nowhere", () => {
  render(<Form person={noura} send={async () => {}} />);
  type("name", "Reem");
  expect(sessionStorage).toHaveLength(1);
  type("name", "Noura");
  expect(sessionStorage).toHaveLength(0);
});

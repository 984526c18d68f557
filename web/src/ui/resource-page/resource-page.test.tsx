import { MantineProvider } from "@mantine/core";
import { api, type TicketCategory } from "@saha/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { call, Refusal } from "../../api.ts";
import { callOnce } from "../../call-once.ts";
import { setLanguage } from "../../text/language.ts";
import { keepTokens } from "../../tokens.ts";
import type { Column } from "../data-table/columns.ts";
import { FormDialog } from "../form-dialog/form-dialog.tsx";
import { ResourcePage, type RowFormProps } from "./resource-page.tsx";

const at = "2026-11-20T09:00:00.000Z";
const category = (id: number, name: string): TicketCategory => ({ id, name, createdAt: at, updatedAt: at });
const columns: Column<TicketCategory>[] = [{ id: "name", title: "Name", value: ({ name }) => name, isMain: true }];
const press = vi.fn<(row: TicketCategory) => void>();
const actions = [{ id: "own", name: ({ name }: TicketCategory) => `Own ${name}`, label: "Own", icon: "!", press }];

/**
 * The server as far as this page knows it: it answers with the list once, so that what is seen after is the page's own
 * doing.
 */
const server = { isAsked: false, write: (_method: string, _body: unknown): unknown => ({}) };
const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

beforeEach(() => {
  setLanguage("en");
  keepTokens({ access: "a", refresh: "r" });
  press.mockClear();
  server.isAsked = false;
  vi.stubGlobal("fetch", async (_url: string, { method, body }: RequestInit) => {
    if (method === "GET" && server.isAsked) return new Promise(() => {});
    if (method === "GET") {
      server.isAsked = true;
      return answer(200, { data: [category(4, "Media"), category(5, "Guests")] });
    }
    const result = server.write(String(method), body && JSON.parse(String(body)));
    return result instanceof Response ? result : answer(200, { data: result });
  });
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(56);
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
});

function Form({ row, onSaved, onClose }: RowFormProps<TicketCategory>) {
  return (
    <FormDialog
      title={row ? "Change" : "New"}
      submitLabel="Send"
      fields={[{ kind: "text", name: "name", label: "Called" }]}
      values={{ name: row?.name ?? "" }}
      onClose={onClose}
      onSubmit={async (body) =>
        onSaved(
          row
            ? await call(api.categories.update, { params: { id: String(row.id) }, body })
            : await callOnce(api.categories.create, { body }),
        )
      }
    />
  );
}

async function open(props: Partial<Parameters<typeof ResourcePage<TicketCategory>>[0]> = {}) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ResourcePage
          list={api.categories.list}
          title="Categories"
          columns={columns}
          nameOf={({ name }) => name}
          whenEmpty={{ title: "None", text: "Add one" }}
          {...props}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText("Guests");
}

const remove = {
  endpoint: api.categories.remove,
  title: "Delete it?",
  text: ({ name }: TicketCategory) => `Lose ${name}?`,
};
const button = (name: string) => screen.getByRole("button", { name });
const names = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell")[0]?.textContent);

async function send(name: string) {
  fireEvent.change(await screen.findByLabelText("Called"), { target: { value: name } });
  fireEvent.click(button("Send"));
}

describe("the resource page", () => {
  it("appends what was added and closes its dialog", async () => {
    await open({ add: "Add", form: Form });
    server.write = (method, body) => {
      expect([method, body]).toEqual(["POST", { name: "Press" }]);
      return category(6, "Press");
    };
    fireEvent.click(button("Add"));
    await send("Press");
    await vi.waitFor(() => expect(names()).toEqual(["Media", "Guests", "Press"]), 15_000);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("replaces what was edited before the list comes again", async () => {
    await open({ add: "Add", form: Form });
    server.write = () => category(4, "Press");
    fireEvent.click(button("Edit Media"));
    await send("Press");
    await vi.waitFor(() => expect(names()).toEqual(["Press", "Guests"]), 15_000);
  });

  it("takes out what was deleted, and only after it was asked", async () => {
    await open({ remove });
    server.write = () => ({ id: 4 });
    fireEvent.click(button("Delete Media"));
    expect(screen.getByText("Lose Media?")).toBeTruthy();
    expect(names()).toEqual(["Media", "Guests"]);
    fireEvent.click(button("Delete"));
    await vi.waitFor(() => expect(names()).toEqual(["Guests"]), 15_000);
  });

  it("leaves the next dialog open when the answer to one that was closed comes", async () => {
    await open({ form: Form });
    const { promise, resolve } = Promise.withResolvers<Response>();
    vi.stubGlobal("fetch", () => promise);
    fireEvent.click(button("Edit Media"));
    await send("Press");
    fireEvent.click(button("Close"));
    fireEvent.click(await screen.findByRole("button", { name: "Leave without saving" }));
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), 15_000);
    fireEvent.click(button("Edit Guests"));
    fireEvent.change(await screen.findByLabelText("Called"), { target: { value: "Guests of honour" } });
    resolve(answer(200, { data: category(4, "Press") }));
    await screen.findByText("Press");
    expect(screen.getByLabelText<HTMLInputElement>("Called").value).toBe("Guests of honour");
  });

  it("keeps what could not be deleted, says why, and closes once its advice was taken", async () => {
    const advised = vi.fn(async () => {});
    await open({
      remove: {
        ...remove,
        adviceOn: (cause, { name }) =>
          cause instanceof Refusal && name === "Media" ? { label: "Hide it", press: advised } : undefined,
      },
    });
    server.write = () => answer(409, { code: "category.in_use", message: "Still in use", requestId: "1" });
    fireEvent.click(button("Delete Media"));
    fireEvent.click(button("Delete"));
    await screen.findByText("Still in use");
    expect(names()).toEqual(["Media", "Guests"]);
    // The second click of a double one, for the advice stands where the press was made.
    fireEvent.click(button("Hide it"));
    expect(advised).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(button("Hide it")).toHaveProperty("disabled", false));
    fireEvent.pointerDown(button("Hide it"));
    fireEvent.click(button("Hide it"));
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), 15_000);
    expect(advised).toHaveBeenCalledTimes(1);
    // A second press of it would be one of what lies beneath.
    const shields = () => document.querySelectorAll("[data-shield]").length;
    expect(shields()).toBe(1);
    await vi.waitFor(() => expect(shields()).toBe(0), 2_000);
  });

  it("offers own actions between edit and delete, and says why a row rests", async () => {
    await open({ form: Form, remove, actions, disabledReason: ({ id }) => (id === 5 ? "protected" : null) });
    const row = screen.getByRole("row", { name: /Guests/ });
    expect(
      within(row)
        .getAllByRole("button")
        .map((one) => one.getAttribute("aria-label")),
    ).toEqual(["Edit Guests: protected", "Own Guests", "Delete Guests: protected"]);
    fireEvent.click(button("Own Guests"));
    expect(press).toHaveBeenCalledWith(category(5, "Guests"));
  });

  it("offers nothing that it was not given, and shows the rows that were selected", async () => {
    await open({ select: (rows) => rows.filter(({ id }) => id > 4) });
    expect(names()).toEqual(["Guests"]);
    expect(screen.queryByRole("columnheader", { name: "Actions" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Add" })).toBeNull();
  });
});

import { render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { SafeHtml } from "./safe-html.tsx";

/** What the browser is given of a text, once the sanitiser is there. */
async function shown(html: string): Promise<string> {
  const { container } = render(<SafeHtml html={html} />);
  await waitFor(() => expect(container.querySelector("span > *")).not.toBeNull());
  return container.firstElementChild?.innerHTML ?? "";
}

test("keeps the direction and the language of what a description quotes", async () => {
  expect(await shown('<p dir="ltr" lang="en">Player One</p>')).toBe('<p dir="ltr" lang="en">Player One</p>');
});

test("leaves out attributes that only scripts and restyled pages need", async () => {
  const html = '<b data-x="1" aria-hidden="true" style="color:red" id="x" class="y">text</b>';
  expect(await shown(html)).toBe("<b>text</b>");
});

test.each(["//off.example/", "/\\off.example/", "\\\\off.example", "javascript:alert(1)"])(
  "links to no other site by an address that looks like one of this site: %s",
  async (href) => {
    expect(await shown(`<a href="${href}">link</a>`)).not.toContain("href");
  },
);

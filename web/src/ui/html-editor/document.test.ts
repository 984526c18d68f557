import { Editor } from "@tiptap/core";
import { afterEach, describe, expect, test } from "vitest";
import { extensions, readHtml, readPasted, writeHtml } from "./document.ts";
import { linkAddress } from "./link-address.ts";

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

/** What the server gets of a stored text that was opened and touched. */
function rewritten(html: string): string {
  editor = new Editor({ extensions, content: readHtml(html), injectCSS: false });
  return writeHtml(editor);
}

describe("a description", () => {
  test("keeps what an administrator can write", () => {
    const html =
      "<h2>القواعد</h2><p>جولتان من <strong>ثلاث</strong>، <em>بلا</em> <u>إيقاف</u><br>و<s>لا</s> شيء</p>" +
      '<ul dir="auto"><li><p>أولى</p></li><li><p>ثانية</p></li></ul>';
    expect(rewritten(html)).toBe(html);
  });

  test("without a letter is no text at all", () => {
    expect(rewritten("")).toBe("");
    expect(rewritten("<p></p>")).toBe("");
    expect(rewritten("<p>  </p>")).toBe("");
  });

  test("has no empty line at its end that nobody wrote", () => {
    expect(rewritten('<ul dir="auto"><li><p>أولى</p></li></ul><p></p>')).toBe(
      '<ul dir="auto"><li><p>أولى</p></li></ul>',
    );
    expect(rewritten("<p>سطر</p><p></p><p>آخر</p>")).toBe("<p>سطر</p><p></p><p>آخر</p>");
  });

  test("that was stored without markup has a line for each of its lines, signs and all", () => {
    expect(rewritten("سطر أول\n5 < 6 & 7")).toBe("<p>سطر أول</p><p>5 &lt; 6 &amp; 7</p>");
  });

  test("loses what could run, load or restyle a page, also when it is pasted", () => {
    const hostile = [
      "<p onclick=alert(1)>a<script>alert(1)</script></p>",
      '<p>a<img src="https://off.example/x.png" onerror=alert(1)></p>',
      '<p style="position:fixed">a<iframe src="//off.example"></iframe></p>',
      '<p>a<svg><a href="javascript:alert(1)"></a></svg></p>',
    ];
    for (const html of hostile) {
      expect(rewritten(html)).toBe("<p>a</p>");
      if (!editor) throw new Error("no editor");
      const { state, view } = editor;
      view.dispatch(state.tr.replaceSelection(readPasted(html, state.schema)));
      expect(writeHtml(editor)).toBe("<p>aa</p>");
      editor.destroy();
    }
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "vbscript:x", "//off.example"])(
    "links nowhere to %s",
    (href) => {
      expect(rewritten(`<p><a href="${href}">a</a></p>`)).toBe("<p>a</p>");
    },
  );

  test("keeps links to pages, mails and phones", () => {
    for (const href of ["https://saha.example/a?b=1", "mailto:a@saha.example", "tel:+966500000000"]) {
      expect(rewritten(`<p><a href="${href}">a</a></p>`)).toContain(`href="${href}"`);
      editor?.destroy();
    }
  });
});

test.each([
  ["saha.example", "https://saha.example"],
  [" https://saha.example/x ", "https://saha.example/x"],
  ["noura@saha.example", "mailto:noura@saha.example"],
  ["tel:+20123", "tel:+20123"],
  ["/ticket/free", "/ticket/free"],
  ["saha", null],
  ["javascript:alert(1)", null],
  ["//off.example", null],
  ["https://a b.example", null],
  ["", null],
])("the typed address %j leads to %j", (typed, href) => {
  expect(linkAddress(typed)).toBe(href);
});

import { type Editor, Extension, getSchema, type JSONContent } from "@tiptap/core";
import { DOMParser, type Schema, type Slice } from "@tiptap/pm/model";
import StarterKit from "@tiptap/starter-kit";
import purify from "dompurify";
import { isLinkAddress } from "./link-address.ts";

/**
 * Lists and quotes take the direction of their first word, so that their marks stand on its side; lines do so by style.
 */
const direction = Extension.create({
  name: "direction",
  addGlobalAttributes: () => [
    {
      types: ["bulletList", "orderedList", "blockquote"],
      attributes: { dir: { default: "auto", parseHTML: (element) => element.getAttribute("dir") ?? "auto" } },
    },
  ],
});

/** What a description may hold: no more than the server stores (rules §6) and the dialog of a game shows. */
export const extensions = [
  direction,
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: {
      openOnClick: false,
      defaultProtocol: "https",
      protocols: ["mailto", "tel"],
      isAllowedUri: (url) => isLinkAddress(url),
      HTMLAttributes: { target: null, rel: "noopener noreferrer" },
    },
  }),
];

const parser = DOMParser.fromSchema(getSchema(extensions));

/**
 * Reads stored HTML as a document, sanitised on the way. Text without markup becomes a paragraph for each of its lines.
 */
export function readHtml(html: string): JSONContent {
  if (/<[a-z]/i.test(html)) return parser.parse(sanitized(html)).toJSON();
  const lines = sanitized(html).textContent?.split("\n") ?? [];
  const paragraphs = lines.map((text) => ({ type: "paragraph", ...(text && { content: [{ type: "text", text }] }) }));
  return { type: "doc", content: paragraphs };
}

/**
 * Reads pasted or dropped HTML into an editor's own schema, sanitised on the way: the page's Trusted Types policy lets
 * no other become markup.
 */
export function readPasted(html: string, schema: Schema): Slice {
  return DOMParser.fromSchema(schema).parseSlice(sanitized(html));
}

/**
 * Writes a document as HTML; one without a letter is no text at all. The empty line that the editor adds at its end,
 * so that somebody can write on behind a list, is none of it.
 */
export function writeHtml(editor: Editor): string {
  return editor.isEmpty ? "" : editor.getHTML().replace(/(?:<p><\/p>)+$/, "");
}

function sanitized(html: string): DocumentFragment {
  return purify.sanitize(html, { RETURN_DOM_FRAGMENT: true, FORBID_TAGS: ["style", "img", "svg", "math"] });
}

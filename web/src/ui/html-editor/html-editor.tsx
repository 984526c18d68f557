import "@mantine/core/styles/Input.css";
import { Input } from "@mantine/core";
import type { EditorView } from "@tiptap/pm/view";
import { EditorContent, useEditor } from "@tiptap/react";
import { useId, useRef } from "react";
import richText from "../rich-text/rich-text.module.css";
import { extensions, readHtml, readPasted, writeHtml } from "./document.ts";
import style from "./html-editor.module.css";
import { Toolbar } from "./toolbar.tsx";

export type HtmlEditorProps = {
  name: string;
  label: string;
  description?: string | undefined;
  value: string;
  error?: string | undefined;
  onChange: (html: string) => void;
};

/**
 * Edits text with emphasis, headings, lists and links, as sanitised HTML. It brings its engine along: see `HtmlField`.
 */
export function HtmlEditor(props: HtmlEditorProps) {
  const { name, label, description, value, error, onChange } = props;
  const id = useId();
  const told = useRef(onChange);
  told.current = onChange;
  const opened = useRef<{ value: string; html: string; isChanged: boolean }>(undefined);
  const described = [error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(" ");
  const editor = useEditor({
    extensions,
    content: readHtml(value),
    injectCSS: false,
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": `${id}-label`,
        class: `${richText.text} ${style.text}`,
      },
      // Before the editor's own handlers, which would make markup of what comes.
      handleDOMEvents: {
        paste: (view, event) => insertHtml(view, event, event.clipboardData),
        drop: (view, event) => !view.dragging && insertHtml(view, event, event.dataTransfer),
      },
    },
    onCreate: ({ editor }) => {
      opened.current = { value, html: writeHtml(editor), isChanged: false };
    },
    onUpdate: ({ editor }) => {
      const html = writeHtml(editor);
      const before = opened.current;
      // A press into the text adds an empty line. That is no change: an old text would be sent over what somebody else
      // saved meanwhile, and without what the editor does not know of it.
      if (before && html === before.html) {
        if (before.isChanged) told.current(before.value);
        before.isChanged = false;
        return;
      }
      if (before) before.isChanged = true;
      told.current(html);
    },
  });

  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description}
      error={error}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      errorProps={{ id: `${id}-error` }}
      descriptionProps={{ id: `${id}-description` }}
      inputWrapperOrder={["label", "input", "description", "error"]}
    >
      <div className={style.editor} data-wrong={error ? true : undefined}>
        <Toolbar editor={editor} label={label} />
        {/* A form leads to a wrong field by its name. */}
        <EditorContent
          editor={editor}
          data-name={name}
          aria-describedby={described || undefined}
          className={style.scroller}
        />
      </div>
    </Input.Wrapper>
  );
}

/**
 * Takes what was pasted or dropped where it holds HTML; plain text, and what was dragged within, is left to the editor.
 */
function insertHtml(view: EditorView, event: Event, data: DataTransfer | null): boolean {
  const html = data?.getData("text/html");
  if (!html) return false;
  event.preventDefault();
  view.dispatch(view.state.tr.replaceSelection(readPasted(html, view.state.schema)).scrollIntoView());
  return true;
}

import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconStrikethrough,
  IconUnderline,
  type TablerIcon,
} from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { type KeyboardEvent, useState } from "react";
import { m } from "../../text/compiled/messages.js";
import style from "./html-editor.module.css";
import { LinkForm } from "./link-form.tsx";

type Tool = {
  id: string;
  label: () => string;
  icon: TablerIcon;
  run: (editor: Editor) => void;
  /** Whether the text at the cursor has it; a tool without one changes nothing that lasts. */
  isOn?: (editor: Editor) => boolean;
  /** Arrows of time point the way that the language reads. */
  turns?: true;
};

const tools: Tool[] = [
  mark("bold", m.editor_bold, IconBold, (editor) => editor.chain().focus().toggleBold().run()),
  mark("italic", m.editor_italic, IconItalic, (editor) => editor.chain().focus().toggleItalic().run()),
  mark("underline", m.editor_underline, IconUnderline, (editor) => editor.chain().focus().toggleUnderline().run()),
  mark("strike", m.editor_strike, IconStrikethrough, (editor) => editor.chain().focus().toggleStrike().run()),
  heading(2, m.editor_heading, IconH2),
  heading(3, m.editor_subheading, IconH3),
  mark("bulletList", m.editor_bullets, IconList, (editor) => editor.chain().focus().toggleBulletList().run()),
  mark("orderedList", m.editor_numbers, IconListNumbers, (editor) => editor.chain().focus().toggleOrderedList().run()),
  mark("blockquote", m.editor_quote, IconBlockquote, (editor) => editor.chain().focus().toggleBlockquote().run()),
];
const steps: Tool[] = [
  { id: "undo", label: m.editor_undo, icon: IconArrowBackUp, turns: true, run: (editor) => editor.commands.undo() },
  {
    id: "redo",
    label: m.editor_redo,
    icon: IconArrowForwardUp,
    turns: true,
    run: (editor) => editor.commands.redo(),
  },
];

function mark(id: string, label: () => string, icon: TablerIcon, run: (editor: Editor) => void): Tool {
  return { id, label, icon, run, isOn: (editor) => editor.isActive(id) };
}

function heading(level: 2 | 3, label: () => string, icon: TablerIcon): Tool {
  return {
    id: `heading${level}`,
    label,
    icon,
    run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
    isOn: (editor) => editor.isActive("heading", { level }),
  };
}

/** The tools of the editor: one stop of the Tab key, arrows between them. */
export function Toolbar({ editor, label }: { editor: Editor; label: string }) {
  const [current, setCurrent] = useState("bold");
  const [isLinking, setIsLinking] = useState(false);
  const on = useEditorState({
    editor,
    selector: ({ editor }) => {
      const pressed = tools.filter((tool) => tool.isOn?.(editor)).map(({ id }) => id);
      return { pressed, isLink: editor.isActive("link"), canUndo: editor.can().undo(), canRedo: editor.can().redo() };
    },
  });
  const rests = (id: string) => (id === "undo" && !on.canUndo) || (id === "redo" && !on.canRedo);
  const link: Tool = { id: "link", label: m.editor_link, icon: IconLink, run: () => setIsLinking(!isLinking) };
  const isPressed = (id: string) => on.pressed.includes(id) || (id === "link" && on.isLink);

  return (
    <>
      <div role="toolbar" aria-label={m.editor_tools({ field: label })} className={style.toolbar} onKeyDown={walk}>
        {[...tools, link, ...steps].map(({ id, label, icon: Icon, run, turns }) => (
          <button
            key={id}
            type="button"
            data-tool={id}
            className={style.tool}
            aria-label={label()}
            title={label()}
            {...(turns ? { "aria-disabled": rests(id) } : { "aria-pressed": isPressed(id) })}
            {...(id === "link" && { "aria-expanded": isLinking })}
            tabIndex={id === current ? 0 : -1}
            onFocus={() => setCurrent(id)}
            // The selection in the text stays.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => !rests(id) && run(editor)}
          >
            <Icon size={20} aria-hidden data-turns={turns} />
          </button>
        ))}
      </div>
      {isLinking && <LinkForm editor={editor} onClose={() => setIsLinking(false)} />}
    </>
  );
}

/** Arrows move along the tools the way that the language reads, Home and End to either end. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-tool]")];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  const back = forward === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
  const count = buttons.length;
  const to = { [forward]: (at + 1) % count, [back]: (at - 1 + count) % count, Home: 0, End: count - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  buttons[to]?.focus();
}

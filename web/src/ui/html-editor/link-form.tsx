import { Button, TextInput } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { type KeyboardEvent, useState } from "react";
import { m } from "../../text/compiled/messages.js";
import style from "./html-editor.module.css";
import { linkAddress } from "./link-address.ts";

/** Sets or removes the link of what is selected; with nothing selected the address becomes text of its own. */
export function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const before = String(editor.getAttributes("link").href ?? "");
  const [typed, setTyped] = useState(before);
  const [isWrong, setIsWrong] = useState(false);

  function apply() {
    const href = linkAddress(typed);
    if (href === null) return setIsWrong(true);
    const chain = editor.chain().focus().extendMarkRange("link");
    const isBare = editor.state.selection.empty && !before;
    if (isBare) chain.insertContent({ type: "text", text: typed.trim(), marks: [{ type: "link", attrs: { href } }] });
    else chain.setLink({ href });
    chain.run();
    onClose();
  }

  // It stands within a form of the page: Enter sets the link and sends nothing, Escape leaves the dialog open.
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") return apply();
    onClose();
    editor.commands.focus();
  }

  return (
    <div className={style.link}>
      <TextInput
        className={style.address}
        label={m.editor_link_address()}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        autoFocus
        placeholder="https://"
        value={typed}
        error={isWrong && m.editor_link_wrong()}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setIsWrong(false);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={style.linkButtons}>
        <Button variant="light" onClick={apply}>
          {m.editor_link_set()}
        </Button>
        {before && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              editor.chain().focus().extendMarkRange("link").unsetLink().run();
              onClose();
            }}
          >
            {m.editor_link_remove()}
          </Button>
        )}
      </div>
    </div>
  );
}

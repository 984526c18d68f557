import "@mantine/core/styles/Input.css";
import { Button, Input } from "@mantine/core";
import { type ComponentType, useCallback, useEffect, useState } from "react";
import { m } from "../../text/compiled/messages.js";
import { tellIfRenewed } from "../on-demand.tsx";
import type { HtmlEditorProps } from "./html-editor.tsx";
import style from "./html-field.module.css";

let Editor: ComponentType<HtmlEditorProps> | undefined;

/** Fetches the editor's code ahead of the press that needs it; a lost line is felt only when the field opens. */
export async function prefetchHtmlEditor(): Promise<void> {
  const { HtmlEditor } = await import("./html-editor.tsx");
  Editor = HtmlEditor;
}

/**
 * Shows the HTML editor once its code is here. Where that can't be fetched the field says so and the rest of the form
 * stays.
 */
export function HtmlField(props: HtmlEditorProps) {
  const [isHere, setIsHere] = useState(Editor !== undefined);
  const [hasFailed, setHasFailed] = useState(false);
  const load = useCallback(() => {
    setHasFailed(false);
    prefetchHtmlEditor().then(
      () => setIsHere(true),
      (cause: unknown) => {
        setHasFailed(true);
        tellIfRenewed(cause);
      },
    );
  }, []);
  useEffect(() => {
    if (!Editor) load();
  }, [load]);
  if (isHere && Editor) return <Editor {...props} />;
  return (
    <Input.Wrapper label={props.label} labelElement="div" description={props.description} error={props.error}>
      <div role="status" className={style.waiting}>
        {hasFailed ? m.editor_failed() : m.editor_loading()}
        {hasFailed && (
          <Button variant="light" onClick={load}>
            {m.editor_retry()}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}

import { Button } from "@mantine/core";
import { useState } from "react";
import { m } from "../../text/compiled/messages.js";
import { ConfirmDialog } from "../../ui/confirm/confirm-dialog.tsx";
import { FormDialog } from "../../ui/form-dialog/form-dialog.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { sampleFields, sampleValues } from "./sample-form.ts";
import { Sample, Section } from "./section.tsx";
import { refusal } from "./states-section.tsx";

type Open = "form" | "form-refused" | "confirm" | "confirm-danger" | "confirm-refused";

/** Dialogs and passing messages, each opened as a screen would open it; the refused ones keep what was typed. */
export function DialogsSection() {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const isRefused = open === "form-refused" || open === "confirm-refused";
  const answer = async () => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    if (isRefused) throw refusal();
    close();
    void toast({ kind: "success", message: m.look_saved() });
  };
  const opener = (which: Open, name: string) => (
    <Button variant="light" onClick={() => setOpen(which)}>
      {name}
    </Button>
  );
  return (
    <Section id="dialogs" title={m.look_dialogs()} text={m.look_dialogs_text()}>
      <Sample name={m.look_form_dialog()}>
        <div className="row wrap gap-12">
          {opener("form", m.look_open_form())}
          {opener("form-refused", m.look_open_form_refused())}
        </div>
      </Sample>
      <Sample name={m.look_confirm()}>
        <div className="row wrap gap-12">
          {opener("confirm", m.look_open_confirm())}
          {opener("confirm-danger", m.look_open_confirm_danger())}
          {opener("confirm-refused", m.look_open_confirm_refused())}
        </div>
      </Sample>
      <Sample name={m.look_toasts()} span="whole">
        <div className="row wrap gap-12">
          {(["success", "info", "warning", "error"] as const).map((kind) => (
            <Button key={kind} variant="default" onClick={() => void toast({ kind, message: toastTexts[kind]() })}>
              {toastNames[kind]()}
            </Button>
          ))}
        </div>
      </Sample>
      {(open === "form" || open === "form-refused") && (
        <FormDialog
          title={m.tickets_add_title()}
          submitLabel={m.form_add()}
          fields={sampleFields()}
          values={sampleValues}
          onSubmit={answer}
          onClose={close}
        />
      )}
      {open?.startsWith("confirm") && (
        <ConfirmDialog
          title={open === "confirm" ? m.tickets_give_back_title() : m.tickets_delete_title()}
          confirm={open === "confirm" ? m.tickets_give_back_yes() : m.form_delete()}
          tone={open === "confirm" ? "primary" : "error"}
          onConfirm={answer}
          onClose={close}
        >
          {open === "confirm"
            ? m.tickets_give_back_text({ title: m.themes_sample_event() })
            : m.tickets_delete_text({ title: m.themes_sample_event() })}
        </ConfirmDialog>
      )}
    </Section>
  );
}

const toastNames = {
  success: m.look_toast_success,
  info: m.look_toast_info,
  warning: m.look_toast_warning,
  error: m.look_toast_error,
};
const toastTexts = {
  success: m.look_saved,
  info: m.look_toast_info_text,
  warning: m.app_session_ended,
  error: m.look_refused,
};

import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/PasswordInput.css";
import "@mantine/core/styles/Switch.css";
import { NativeSelect, PasswordInput, Switch, Textarea, TextInput } from "@mantine/core";
import { m } from "../../text/compiled/messages.js";
import { dayText } from "../../text/format.ts";
import { ColourField } from "../colour-field/colour-field.tsx";
import type { Value } from "../form/values.ts";
import { HtmlField } from "../html-editor/html-field.tsx";
import { type Field, typedNumber } from "./fields.ts";
import style from "./form-dialog.module.css";
import { PictureInput } from "./picture-input.tsx";

/** The input that fits a field's kind; what is typed is handed on as it stands. */
export function FieldInput({
  field,
  value,
  error,
  onChange,
  isFirst,
}: {
  field: Field;
  value: Value;
  error: string | undefined;
  onChange: (value: Value) => void;
  isFirst: boolean;
}) {
  const common = {
    name: field.name,
    label: field.label,
    description: field.hint,
    required: field.isRequired ?? false,
    error,
    inputWrapperOrder: ["label", "input", "description", "error"] as ("label" | "input" | "description" | "error")[],
    ...(isFirst ? { "data-autofocus": true } : {}),
  };
  const text = value === null || typeof value === "object" ? "" : String(value);

  switch (field.kind) {
    case "text":
      return (
        <TextInput
          {...common}
          dir={field.dir ?? "auto"}
          autoComplete={field.autoComplete ?? "off"}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    case "password":
      return (
        <PasswordInput
          {...common}
          autoComplete={field.autoComplete ?? "new-password"}
          value={text}
          visibilityToggleButtonProps={{ "aria-label": m.form_password_toggle() }}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    case "number":
      return (
        <TextInput
          {...common}
          dir="ltr"
          className={style.number}
          inputMode={field.allowsFractions ? "decimal" : "numeric"}
          autoComplete="off"
          value={text}
          rightSection={field.unit && <span className={style.unit}>{field.unit}</span>}
          rightSectionWidth={field.unit ? 56 : undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onBlur={({ currentTarget }) => onChange(typedNumber(currentTarget.value))}
        />
      );
    case "textarea":
      return (
        <Textarea
          {...common}
          dir="auto"
          rows={field.rows ?? 4}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    case "html":
      return (
        <HtmlField
          name={field.name}
          label={field.label}
          description={field.hint}
          error={error}
          value={text}
          onChange={onChange}
        />
      );
    case "select":
      return (
        <NativeSelect
          {...common}
          value={text}
          data={field.options.map((option) => ({ ...option, value: String(option.value) }))}
          onChange={({ currentTarget }) =>
            onChange(field.options.find((option) => String(option.value) === currentTarget.value)?.value ?? null)
          }
        />
      );
    case "switch":
      return (
        <Switch
          name={field.name}
          label={field.label}
          description={field.hint}
          error={error}
          checked={value === true}
          classNames={{ body: style.switch ?? "", description: style.switchHint ?? "" }}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case "day":
      return (
        <TextInput
          {...common}
          // The browser writes a date in its own language, whatever this page's: the day in words is never mistaken.
          description={[text && dayText(text), field.hint].filter(Boolean).join(". ")}
          type="date"
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
        />
      );
    case "colour":
      return (
        <ColourField
          name={field.name}
          label={field.label}
          description={field.hint}
          required={field.isRequired ?? false}
          error={error}
          value={text}
          isFirst={isFirst}
          onChange={onChange}
        />
      );
    case "file":
      return (
        <PictureInput {...common} accept={field.accept} current={field.current} value={value} onChange={onChange} />
      );
  }
}

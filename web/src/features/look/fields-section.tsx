import { issueSentences } from "@saha/contract";
import { useState } from "react";
import { m } from "../../text/compiled/messages.js";
import { language } from "../../text/language.ts";
import type { Value } from "../../ui/form/values.ts";
import { FieldInput } from "../../ui/form-dialog/field-input.tsx";
import type { Field } from "../../ui/form-dialog/fields.ts";
import { OneTimeCode } from "../../ui/one-time-code/one-time-code.tsx";
import { SendCodeButton } from "../../ui/one-time-code/send-code-button.tsx";
import { sampleFields } from "./sample-form.ts";
import { Sample, Section } from "./section.tsx";

/** Every kind of field, empty of mistakes and with one. */
export function FieldsSection() {
  const [inAMinute] = useState(() => Date.now() + 60_000);
  const sentences = issueSentences;
  const wrong = { required: sentences.required[language()](), hex: sentences.hex[language()]() };
  return (
    <Section id="fields" title={m.look_fields()} text={m.look_fields_text()}>
      {sampleFields().map((field) => (
        <Sample key={field.name} name={fieldNames[field.kind]()}>
          <Live field={field} error={undefined} />
        </Sample>
      ))}
      <Sample name={m.look_field_wrong()}>
        <Live
          field={{ kind: "text", name: "wrong", label: m.look_f_title(), isRequired: true }}
          error={wrong.required}
        />
      </Sample>
      <Sample name={m.look_field_wrong_colour()}>
        <Live field={{ kind: "colour", name: "wrongColour", label: m.look_f_colour() }} error={wrong.hex} typed="#22" />
      </Sample>
      <Sample name={m.look_field_code()}>
        <Code error={undefined} />
      </Sample>
      <Sample name={m.look_field_code_wrong()}>
        <Code error={m.look_code_wrong()} />
      </Sample>
      <Sample name={m.look_field_send()}>
        <SendCodeButton
          until={0}
          wasSent={false}
          onSent={() => {}}
          onRefused={() => {}}
          send={() => Promise.resolve()}
        />
      </Sample>
      <Sample name={m.look_field_sent()}>
        <SendCodeButton
          until={inAMinute}
          wasSent
          onSent={() => {}}
          onRefused={() => {}}
          send={() => Promise.resolve()}
        />
      </Sample>
    </Section>
  );
}

const fieldNames: Record<Field["kind"], () => string> = {
  text: m.look_kind_text,
  password: m.look_kind_password,
  number: m.look_kind_number,
  textarea: m.look_kind_textarea,
  html: m.look_kind_html,
  select: m.look_kind_select,
  switch: m.look_kind_switch,
  day: m.look_kind_day,
  colour: m.look_kind_colour,
  file: m.look_kind_file,
};

function Live({ field, error, typed = "" }: { field: Field; error: string | undefined; typed?: Value }) {
  const [value, setValue] = useState<Value>(
    field.kind === "switch" ? true : field.kind === "colour" ? typed || "#7C3AED" : typed,
  );
  return <FieldInput field={field} value={value} error={error} onChange={setValue} isFirst={false} />;
}

function Code({ error }: { error: string | undefined }) {
  const [code, setCode] = useState(error ? "481516" : "4815");
  return <OneTimeCode label={m.verify_code()} value={code} error={error} onChange={setCode} />;
}

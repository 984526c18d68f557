import "@mantine/core/styles/Input.css";
import { Input } from "@mantine/core";
import { latinDigits } from "@saha/contract";
import { useEffect, useId, useState } from "react";
import { m } from "../../text/compiled/messages.js";
import style from "./colour-field.module.css";

const whole = /^#[0-9a-f]{6}$/i;

/**
 * A colour, typed as hex or chosen with the device's own picker. What is typed stands as it is, wrong or not: the form
 * says what is wrong with it (spec §5). The swatch shows the last whole colour.
 */
export function ColourField(props: {
  name: string;
  label: string;
  description?: string | undefined;
  value: string;
  error?: string | undefined;
  required?: boolean;
  isFirst?: boolean;
  onChange: (hex: string) => void;
}) {
  const { name, label, description, value, error, onChange } = props;
  const id = useId();
  const [swatch, setSwatch] = useState("#000000");
  useEffect(() => {
    if (whole.test(value)) setSwatch(value.toLowerCase());
  }, [value]);
  const described = [error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(" ");
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description}
      error={error}
      required={props.required ?? false}
      labelElement="label"
      labelProps={{ htmlFor: id }}
      errorProps={{ id: `${id}-error` }}
      descriptionProps={{ id: `${id}-description` }}
      inputWrapperOrder={["label", "input", "description", "error"]}
    >
      <div className={style.row}>
        <span className={style.swatch} style={{ background: swatch }} data-wrong={error ? true : undefined}>
          <input
            type="color"
            className={style.picker}
            aria-label={m.form_colour_pick({ colour: label })}
            title={m.form_colour_pick({ colour: label })}
            value={swatch}
            onChange={({ currentTarget }) => onChange(currentTarget.value.toUpperCase())}
          />
        </span>
        <Input
          id={id}
          name={name}
          className={style.hex ?? ""}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          placeholder="#FFFFFF"
          value={value}
          error={Boolean(error)}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          {...(props.isFirst ? { "data-autofocus": true } : {})}
          onChange={({ currentTarget }) => onChange(latinDigits(currentTarget.value).replace(/\s/g, ""))}
        />
      </div>
    </Input.Wrapper>
  );
}

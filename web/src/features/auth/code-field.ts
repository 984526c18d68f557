type TextField = {
  error: string | undefined;
  onChange: (event: { currentTarget: { value: string } }) => void;
};

/** A text field of a form as the one-time code wants it: its boxes show what is typed, so they hold the value. */
export function codeField({ error, onChange }: TextField, value: string, setValue: (code: string) => void) {
  return {
    error,
    value,
    onChange: (code: string) => {
      setValue(code);
      onChange({ currentTarget: { value: code } });
    },
  };
}

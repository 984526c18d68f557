/** What stands in one field of a form. */
export type Value = string | number | boolean | File | null;

/** What stands in a form, by name in the order of its fields. */
export type Values = Record<string, Value>;

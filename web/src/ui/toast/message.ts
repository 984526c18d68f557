/** A passing message. */
export type Toast = {
  kind: "success" | "error" | "info" | "warning";
  message: string;
  title?: string;
  /** Milliseconds; 5,000 unless said otherwise (spec §9). */
  stays?: number;
  /** What can be done about it, by one press, which also takes the message away. */
  action?: { label: string; press: () => void };
};

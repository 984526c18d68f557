import type { User } from "@saha/contract";
import { m } from "../../text/compiled/messages.js";

const longFrom = 24;

/** The greeting as a hero's title, by the name that the person goes by. */
export function greeting(user: User) {
  const name = user.name || user.username;
  return { title: <bdi>{m.home_hello({ name })}</bdi>, isLong: name.length > longFrom };
}

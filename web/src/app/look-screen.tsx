import { m } from "../text/compiled/messages.js";
import { Page } from "../ui/page/page.tsx";

/** Every widget in all its states, for those who build and judge the look. */
export function LookScreen() {
  return <Page title={m.look_title()}>{null}</Page>;
}

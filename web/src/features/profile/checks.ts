import { api } from "@saha/contract";

export { verify_not_sent as codeNotSent } from "../../text/compiled/messages.js";

/** What the profile form is validated by; it comes with the first letter that is typed, not with the screen. */
export const updateBody = api.profiles.update.body;

import { api } from "@saha/contract";

export { verify_not_sent as codeNotSent } from "../../text/compiled/messages.js";
export { issuesOf, refusalOf } from "../../ui/form/issues.ts";

/** What the profile form is judged by; with its sentences in a file of their own, which comes when it is needed. */
export const updateBody = api.profiles.update.body;

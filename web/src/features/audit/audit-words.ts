import type { AuditChange, AuditRow } from "@saha/contract";
import { m } from "../../text/compiled/messages.js";
import { momentText } from "../../text/format.ts";

/** Keeps the order of a Latin value out of an Arabic line. */
export const isolated = (text: string) => `\u2068${text}\u2069`;

const subjects: Record<string, () => string> = {
  users: m.audit_s_users,
  sessions: m.audit_s_sessions,
  themes: m.audit_s_themes,
  booths: m.audit_s_booths,
  booth_admins: m.audit_s_booth_admins,
  platforms: m.audit_s_platforms,
  games: m.audit_s_games,
  queue_entries: m.audit_s_queue_entries,
  scores: m.audit_s_scores,
  ticket_categories: m.audit_s_ticket_categories,
  tickets: m.audit_s_tickets,
  purchases: m.audit_s_purchases,
  returned_tickets: m.audit_s_returned_tickets,
  invitation_codes: m.audit_s_invitation_codes,
  redemptions: m.audit_s_redemptions,
  polls: m.audit_s_polls,
  poll_entries: m.audit_s_poll_entries,
  poll_draws: m.audit_s_poll_draws,
  survey_questions: m.audit_s_survey_questions,
  survey_answers: m.audit_s_survey_answers,
};

/** The kinds of things that can be asked for, the words of the reader's language in order. */
export function subjectChoices(): { value: string; label: string }[] {
  return Object.entries(subjects).map(([value, name]) => ({ value, label: name() }));
}

/** Names what was changed; a table without a word of its own by its name. */
export function subjectName(subject: string): string {
  return subjects[subject]?.() ?? isolated(subject);
}

export type Deed = "made" | "changed" | "removed" | "done";

/** What a call did: its first change says it; one without a change was only done. */
export function deedOf({ changes: [first] }: AuditRow): Deed {
  if (!first) return "done";
  if (!first.before) return "made";
  return first.after ? "changed" : "removed";
}

const fields: Record<string, () => string> = {
  active: m.audit_f_active,
  announced_at: m.audit_f_announced,
  answer: m.audit_f_answer,
  at: m.audit_f_at,
  avatar: m.audit_f_avatar,
  booth_id: m.audit_f_booth,
  call_expires_at: m.audit_f_call_expires,
  called_at: m.audit_f_called,
  category_id: m.audit_f_category,
  code: m.audit_f_code,
  day: m.audit_f_day,
  deleted_at: m.audit_f_deleted,
  description: m.audit_f_description,
  email: m.audit_f_email,
  ends_at: m.audit_f_ends,
  entered_at: m.audit_f_entered,
  event_name: m.audit_f_event,
  expires_at: m.audit_f_expires,
  external_game: m.audit_f_external,
  features: m.audit_f_features,
  finished_at: m.audit_f_finished,
  finite: m.audit_f_finite,
  game_id: m.audit_f_game,
  held: m.audit_f_held,
  idle_seconds: m.audit_f_idle,
  image: m.audit_f_image,
  ip: m.audit_f_ip,
  is_active: m.audit_f_active,
  is_blocked: m.audit_f_blocked,
  is_by_holder: m.audit_f_by_holder,
  is_doubled: m.audit_f_doubled,
  is_email_doubtful: m.audit_f_email_doubtful,
  is_finished: m.audit_f_is_finished,
  is_password_reset: m.audit_f_password_reset,
  is_playing: m.audit_f_playing,
  is_queueable: m.audit_f_queueable,
  is_verified: m.audit_f_verified,
  language: m.audit_f_language,
  last_number: m.audit_f_last_number,
  last_qr_entry_scan: m.audit_f_entry_scan,
  last_qr_feature_scan: m.audit_f_food_scan,
  leaderboard: m.audit_f_leaderboard,
  list: m.audit_f_list,
  list_hash: m.audit_f_list_hash,
  logo: m.audit_f_logo,
  lose_points: m.audit_f_lose_points,
  mailed_at: m.audit_f_mailed,
  max: m.audit_f_max,
  max_redeem: m.audit_f_max_redeem,
  min: m.audit_f_min,
  name: m.audit_f_name,
  next_seed: m.audit_f_next_seed,
  number: m.audit_f_number,
  opened_at: m.audit_f_opened,
  password_hash: m.audit_f_password,
  pending_email: m.audit_f_pending_email,
  platform_id: m.audit_f_platform,
  poll_id: m.audit_f_poll,
  price: m.audit_f_price,
  primary_colour: m.audit_f_primary,
  purchase_id: m.audit_f_purchase,
  purchased: m.audit_f_purchased,
  quantity: m.audit_f_quantity,
  question: m.audit_f_question,
  question_id: m.audit_f_question_id,
  reached_at: m.audit_f_reached,
  redeemed: m.audit_f_redeemed,
  refresh_hash: m.audit_f_refresh,
  render_time: m.audit_f_render_time,
  revoked_at: m.audit_f_revoked,
  riot_id: m.audit_f_riot_id,
  role_id: m.audit_f_role,
  rolled_by: m.audit_f_rolled_by,
  score: m.audit_f_score,
  secondary: m.audit_f_secondary,
  secondary_colour: m.audit_f_secondary_colour,
  seed: m.audit_f_seed,
  seed_hash: m.audit_f_seed_hash,
  sent_to: m.audit_f_sent_to,
  short_code_hash: m.audit_f_short_code,
  short_name: m.audit_f_short_name,
  started_at: m.audit_f_started,
  status: m.audit_f_status,
  tertiary_colour: m.audit_f_tertiary,
  ticket_id: m.audit_f_ticket,
  ticket_inviter: m.audit_f_inviter,
  ticket_title: m.audit_f_ticket_title,
  title: m.audit_f_title,
  type: m.audit_f_type,
  user_agent: m.audit_f_user_agent,
  user_id: m.audit_f_user,
  username: m.audit_f_username,
  visible: m.audit_f_visible,
  win_points: m.audit_f_win_points,
  winner_entry_id: m.audit_f_winner,
};

/** Names a column in words; one without a word by its name. */
export function fieldName(column: string): string {
  return fields[column]?.() ?? isolated(column);
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** A kept value as people read it: yes and no, moments, a word for what is withheld, a dash for nothing. */
function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "—";
  if (typeof value === "boolean") return value ? m.table_yes() : m.table_no();
  if (typeof value === "object") return "withheld" in value ? m.audit_withheld() : JSON.stringify(value);
  return typeof value === "string" && moment.test(value) ? momentText(value) : String(value);
}

/** What the row of the audit says already, or nobody reads. */
const untold = [
  "created_at",
  "updated_at",
  "last_used_at",
  "id",
  "uuid",
  "username_key",
  "username_skeleton",
  "registered_on",
  "is_set",
  "only_row",
  "lowest",
  "highest",
];

export type FieldChange = { column: string; before: string; after: string };

/** What differs in a row that was changed; of one that was made or removed what it held, without empty columns. */
export function fieldChanges({ before, after }: AuditChange): FieldChange[] {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (column) => !untold.includes(column),
  );
  return columns
    .map((column) => ({
      column,
      before: valueText(before?.[column]),
      after: valueText(after?.[column]),
    }))
    .filter((change) => change.before !== "—" || change.after !== "—");
}

const shownInLine = 3;

/** A change in one line, such as "quantity: 10 → 20"; the arrow points the way that the language is read. */
export function changeText(row: AuditRow, arrow: "→" | "←", of = (text: string) => text): string {
  const [first] = row.changes;
  if (!first) return row.call;
  const changes = fieldChanges(first).filter(({ column }) => column !== "id");
  const inLine = (value: string) => of(value.replace(/\s+/g, " "));
  const shown = changes.slice(0, shownInLine).map(({ column, before, after }) => {
    if (!first.before) return `${fieldName(column)}: ${inLine(after)}`;
    return first.after
      ? `${fieldName(column)}: ${inLine(before)} ${arrow} ${inLine(after)}`
      : `${fieldName(column)}: ${inLine(before)}`;
  });
  const more = changes.length - shown.length;
  return [...shown, ...(more > 0 ? [of(`+${more}`)] : [])].join(m.audit_and());
}

/** Every refusal that the API knows, with its HTTP status; the list is closed (rules §1). */
export const problems = {
  "request.invalid": 400,
  "request.broken": 400,
  "request.not_found": 404,
  "request.timeout": 408,
  "request.too_large": 413,
  "request.media_type": 415,
  "request.outdated": 409,
  "request.too_many": 429,
  "proof.needed": 409,
  "server.failed": 500,
  "server.busy": 503,
  "server.database_down": 503,
  "server.disk_full": 503,

  "idempotency.invalid": 400,
  "idempotency.mismatch": 422,
  "idempotency.running": 409,

  "auth.required": 401,
  "auth.forbidden": 403,
  "auth.wrong_credentials": 422,
  "auth.wrong_password": 422,
  "auth.wrong_code": 422,
  "auth.code_of_other_device": 422,
  "auth.reset_code_of_other_device": 422,
  "auth.sign_in_to_verify": 409,
  "auth.blocked": 409,
  "auth.too_many_attempts": 429,
  "auth.too_many_codes": 429,
  "auth.common_password": 400,
  "auth.weak_password": 400,
  "auth.weak_staff_password": 400,
  "auth.password_needed": 422,
  "auth.session_not_found": 404,

  "user.not_found": 404,
  "user.username_taken": 409,
  "user.username_imitates": 409,
  "user.email_taken": 409,
  "user.email_changed": 409,
  "user.last_admin": 409,
  "user.password_protected": 409,
  "user.new_password_needed": 422,

  "file.too_large": 413,
  "file.not_image": 415,
  "file.too_many_pixels": 422,
  "file.broken": 422,
  "file.unsafe_drawing": 422,
  "file.unexpected": 415,

  "theme.not_found": 404,
  "theme.booth_taken": 409,
  "theme.protected": 409,

  "booth.not_found": 404,
  "booth.in_use": 409,
  "booth.has_admin": 409,
  "booth.admin_assigned": 409,
  "booth.admin_moved": 409,
  "booth.not_booth_admin": 409,

  "game.not_found": 404,
  "game.bounds": 422,
  "game.scores_outside": 409,
  "game.has_history": 409,
  "game.has_line": 409,

  "platform.not_found": 404,
  "platform.protected": 409,
  "platform.in_use": 409,
  "platform.name_taken": 409,

  "queue.not_found": 404,
  "queue.no_booth": 404,
  "queue.no_line": 409,
  "queue.booth_inactive": 409,
  "queue.game_inactive": 409,
  "queue.paused": 409,
  "queue.already_in_line": 409,
  "queue.finished": 409,
  "queue.playing": 409,
  "queue.not_called": 409,
  "queue.not_held": 409,
  "queue.nothing_to_undo": 404,
  "queue.undo_over": 409,
  "queue.undone": 409,
  "queue.applied_again": 409,
  "queue.player_blocked": 409,
  "queue.undo_out_of_bounds": 409,

  "score.not_player": 409,
  "score.player_blocked": 409,
  "score.wrong_platform": 409,
  "score.out_of_bounds": 422,

  "ticket.not_found": 404,
  "ticket.invitation_only": 409,
  "ticket.inactive": 409,
  "ticket.changed": 409,
  "ticket.over": 409,
  "ticket.sold_out": 409,
  "ticket.day_taken": 409,
  "ticket.invited_that_day": 409,
  "ticket.has_purchases": 409,
  "ticket.quantity_below_purchased": 409,
  "ticket.day_conflict": 409,
  "ticket.set_when_made": 409,

  "category.not_found": 404,
  "category.protected": 409,
  "category.in_use": 409,
  "category.name_taken": 409,

  "purchase.not_found": 404,
  "purchase.not_active": 409,

  "invitation.not_found": 404,
  "invitation.unknown": 422,
  "invitation.used": 409,
  "invitation.changed": 409,
  "invitation.no_address": 409,
  "invitation.max_reached": 409,
  "invitation.too_many_wrong": 429,
  "max_redeem.not_found": 404,
  "max_redeem.exists": 409,

  "poll.not_found": 404,
  "poll.already_joined": 409,
  "poll.nobody_left": 409,
  "poll.spinning": 409,
  "poll.drawn": 409,
  "poll.too_many_draws": 409,
  "poll.has_draws": 409,

  "survey.not_found": 404,
  "survey.changed": 409,
  "survey.too_long": 429,

  "ticket.unknown": 404,
  "ticket.given_back": 409,
  "ticket.already_used": 409,
  "ticket.not_entered": 409,
  "ticket.cancelled": 409,
  "ticket.wrong_day": 409,
  "ticket.holder_blocked": 409,
  "scan.too_many_unknown": 429,
} as const;

export type ProblemCode = keyof typeof problems;

/** What a refusal looks like on the wire (rules §1). */
export type Refusal = {
  code: ProblemCode;
  message: string;
  /** In every 400; where no field of the body is to blame, `field` is `request` or the name of a header. */
  issues?: { field: string; message: string }[];
  details?: Record<string, unknown>;
  requestId: string;
};

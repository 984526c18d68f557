/** Every refusal that the API knows, with its HTTP status; the list is closed (rules §1). */
export const problems = {
  "request.invalid": 400,
  "request.broken": 400,
  "request.not_found": 404,
  "request.timeout": 408,
  "request.too_large": 413,
  "request.media_type": 415,
  "request.too_many": 429,
  "server.failed": 500,
  "server.busy": 503,
  "server.database_down": 503,

  "idempotency.invalid": 400,
  "idempotency.mismatch": 422,
  "idempotency.running": 409,

  "auth.required": 401,
  "auth.forbidden": 403,
  "auth.wrong_credentials": 422,
  "auth.wrong_password": 422,
  "auth.wrong_code": 422,
  "auth.blocked": 409,
  "auth.too_many_attempts": 429,
  "auth.too_many_codes": 429,
  "auth.common_password": 400,
  "auth.session_not_found": 404,

  "user.not_found": 404,
  "user.username_taken": 409,
  "user.email_taken": 409,
  "user.last_admin": 409,
  "user.password_protected": 409,

  "file.too_large": 413,
  "file.not_image": 415,
  "file.too_many_pixels": 422,
  "file.broken": 422,
  "file.unsafe_drawing": 422,
  "file.unexpected": 415,

  "theme.not_found": 404,

  "ticket.not_found": 404,
  "ticket.invitation_only": 409,
  "ticket.inactive": 409,
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

  "ticket.unknown": 404,
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
  issues?: { field: string; message: string }[];
  details?: Record<string, unknown>;
  requestId: string;
};

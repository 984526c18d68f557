import type { ProblemCode } from "@saha/contract";

/** What a person reads when something is refused; the spec's own sentences to the letter (spec §8, rules §1). */
export const en: Record<ProblemCode, string> = {
  "request.invalid": "Check the marked fields and try again",
  "request.broken": "The request arrived incomplete or broken, try again",
  "request.not_found": "There is nothing at this address",
  "request.timeout": "The request took too long, try again",
  "request.too_large": "The request is larger than allowed",
  "request.media_type": "The format of the request is not supported",
  "request.too_many": "Too many requests in a short time, wait a moment and try again",
  "server.failed": "An unexpected error occurred",
  "server.busy": "Very busy right now, try again in a moment",
  "server.database_down": "The service is unavailable for a moment, try again",

  "idempotency.invalid": "The idempotency key must have 1 to 255 characters",
  "idempotency.mismatch": "This idempotency key was used for another request",
  "idempotency.running": "Your request is being carried out, wait a moment",

  "auth.required": "Sign in first",
  "auth.forbidden": "Your account is not allowed to do this",
  "auth.wrong_credentials": "The username or password is not correct",
  "auth.wrong_password": "The current password is not correct",
  "auth.wrong_code": "The code is wrong or has expired; check it or ask for a new one",
  "auth.blocked": "This account is blocked, ask the event's team",
  "auth.too_many_attempts": "Too many wrong attempts, wait a while and try again",
  "auth.too_many_codes": "A code was sent a moment ago, wait before asking for a new one",
  "auth.common_password": "This password is common and easy to guess, choose another",
  "auth.session_not_found": "This device is not among yours",

  "user.not_found": "This account was not found",
  "user.username_taken": "This username is taken, choose another",
  "user.email_taken": "This email is used by another account",
  "user.last_admin": "This is the last active administrator, appoint another first",
  "user.password_protected": "Only an administrator changes the password of this account",

  "file.too_large": "The file is larger than 15 MB",
  "file.not_image": "Upload a PNG, JPEG, WebP, GIF or SVG picture",
  "file.too_many_pixels": "The picture is larger than allowed: 12,000 pixels a side, 50 megapixels",
  "file.broken": "The picture can't be read, try another",
  "file.unsafe_drawing": "The drawing refers to other files or holds entities; save it as plain SVG or as PNG",
  "file.unexpected": "No file is taken in this field",

  "theme.not_found": "This theme was not found",

  "ticket.not_found": "This ticket was not found",
  "ticket.invitation_only": "This ticket is by invitation only, use an invitation code",
  "ticket.inactive": "This ticket can't be reserved",
  "ticket.over": "The day of this ticket is over",
  "ticket.sold_out": "Sold out",
  "ticket.day_taken": "You already have a ticket for this day",
  "ticket.invited_that_day": "You already have an invitation for this day",
  "ticket.has_purchases": "People have taken this ticket, so it can't be deleted; hide it instead",
  "ticket.quantity_below_purchased": "The quantity is below the number of tickets taken",
  "ticket.day_conflict": "The day can't be changed: a holder has another ticket on the new day",
  "ticket.set_when_made": "Only a free ticket's quantity, day and event name can be changed",

  "category.not_found": "This category was not found",
  "category.protected": "This is a basic category, it can't be changed or deleted",
  "category.in_use": "This category has tickets, move or delete them first",
  "category.name_taken": "A category with this name exists",

  "purchase.not_found": "This ticket is not among yours",
  "purchase.not_active": "This ticket has been used, it can't be given back",

  "ticket.unknown": "This is not a ticket of this event",
  "ticket.already_used": "This ticket has already been used",
  "ticket.not_entered": "The holder of this ticket has not entered yet",
  "ticket.cancelled": "This ticket has been cancelled",
  "ticket.wrong_day": "This ticket is for another day",
  "ticket.holder_blocked": "The account of the ticket's holder is blocked",
  "scan.too_many_unknown": "Too many wrong codes, typing is paused for a while; scan the QR with the camera",
};

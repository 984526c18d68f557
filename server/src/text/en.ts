import type { ProblemCode } from "@saha/contract";

/** What a person reads when something is refused; the spec's own sentences to the letter (spec §8, rules §1). */
export const en: Record<ProblemCode, string> = {
  "request.invalid": "Check the marked fields and try again",
  "request.broken": "The request arrived incomplete or broken, try again",
  "request.not_found": "There is nothing at this address",
  "request.timeout": "The request took too long, try again",
  "request.too_large": "The request is larger than allowed",
  "request.media_type": "The format of the request is not supported",
  "request.outdated": "This has changed a moment ago. Look at it now, then decide",
  "request.too_many": "Too many requests in a short time, try again after {wait}",
  "proof.needed": "Your device has a small sum to work out first; try again",
  "server.failed": "An unexpected error occurred",
  "server.busy": "Very busy right now, try again in a moment",
  "server.disk_full": "Nothing can be saved just now: the event's server is out of space. Try again in a while",
  "server.database_down": "The service is unavailable for a moment, try again",

  "idempotency.invalid": "The idempotency key must have 1 to 255 characters",
  "idempotency.mismatch": "This idempotency key was used for another request",
  "idempotency.running": "Your request is being carried out, wait a moment",

  "auth.required": "Sign in first",
  "auth.forbidden": "Your account is not allowed to do this",
  "auth.wrong_credentials": "The username or password is not correct",
  "auth.wrong_password": "The current password is not correct",
  "auth.wrong_code": "The code is wrong or has expired; check it or ask for a new one",
  "auth.code_of_other_device":
    "This code was asked for on another device. Sign in and type it in your profile, or ask for a new one here",
  "auth.reset_code_of_other_device":
    "This code was asked for on another device. Type it there, or ask for a new one here",
  "auth.sign_in_to_verify": "This is a staff account: sign in first, then type the code in your profile",
  "auth.blocked": "This account is blocked, ask the event's team",
  "auth.too_many_attempts":
    "Too many wrong attempts, try again after {wait}, or on a device you have signed in on before, or on another network",
  "auth.too_many_codes": "A code was sent a moment ago, ask for a new one after {wait}",
  "auth.common_password": "This password is common and easy to guess, choose another",
  "auth.weak_password": "This password is easy to guess; make it longer, or add words that nobody expects",
  "auth.weak_staff_password":
    "For a staff account this password is too easy to guess; make it longer, or add words that nobody expects",
  "auth.password_needed": "You signed in a while ago; type your password to change your email",
  "auth.session_not_found": "This device is not among yours",

  "user.not_found": "This account was not found",
  "user.username_taken": "This username is taken, choose another",
  "user.username_imitates": "This username looks like somebody else's, choose one that can be told apart",
  "user.email_taken": "This email is used by another account",
  "user.email_changed":
    "The email address of this account has changed. Refresh the list and check the address before you save",
  "user.last_admin": "This is the last active administrator, appoint another first",
  "user.password_protected": "Only an administrator changes the password of this account",
  "user.new_password_needed":
    "The password reset admin set this account's password; give it a new one before it joins the staff. An email verified since then is removed",

  "file.too_large": "The file is larger than 15 MB",
  "file.not_image": "Upload a PNG, JPEG, WebP, GIF or SVG picture",
  "file.too_many_pixels": "The picture is larger than allowed: 12,000 pixels a side, 50 megapixels",
  "file.broken": "The picture can't be read, try another",
  "file.unsafe_drawing":
    "The drawing refers to other files or holds filters or entities; save it as plain SVG or as PNG",
  "file.unexpected": "No file is taken in this field",

  "theme.not_found": "This theme was not found",
  "theme.booth_taken": "This booth already has a theme, change that one",
  "theme.protected": "The main theme can't be deleted",

  "booth.not_found": "This booth was not found",
  "booth.in_use": "This booth has games or giveaways, so it can't be deleted; deactivate it instead",
  "booth.has_admin": "This booth already has an admin, unassign them first",
  "booth.admin_assigned": "This admin is assigned to another booth, unassign them first",
  "booth.admin_moved":
    "This admin was moved to another booth a moment ago. See in the list where they are assigned now",
  "booth.not_booth_admin": "This account is not a booth admin's",

  "game.not_found": "This game was not found",
  "game.bounds": "Give a minimum of at most 0 and a maximum of at least 0, the minimum below the maximum",
  "game.scores_outside": "Some players have scores outside of these bounds",
  "game.has_history": "People have played this game, so it can't be deleted; deactivate it instead",
  "game.has_line":
    "People are in line for this game; pause its queue and let it empty before changing booth or platform",

  "platform.not_found": "This platform was not found",
  "platform.protected": "This is a basic platform, it can't be changed or deleted",
  "platform.in_use": "This platform has games, move or delete them first",
  "platform.name_taken": "A platform with this name exists",

  "queue.not_found": "This place in line was not found",
  "queue.no_booth": "Admin has no booth assigned",
  "queue.no_line": "This game has no queue, just come to the booth",
  "queue.booth_inactive": "This booth is closed now",
  "queue.game_inactive": "This game is not available now",
  "queue.paused": "The queue is paused now, try again later",
  "queue.already_in_line": "You are already in line for this game",
  "queue.finished": "This turn is already over",
  "queue.playing": "The game has already begun",
  "queue.not_called": "There is no call to answer yet",
  "queue.not_held": "This place is in line already",
  "queue.nothing_to_undo": "There is no result of yours to take back here",
  "queue.undo_over": "It is too late to take this back, set the score instead",
  "queue.undone": "This result has already been taken back",
  "queue.applied_again": "The player has joined the line again, so this can't be taken back",
  "queue.player_blocked": "The player's account is blocked, so this can't be taken back",
  "queue.undo_out_of_bounds": "The score has changed since, and taking this back would break the game's bounds",

  "score.not_player": "Points are for players, this account is the team's",
  "score.player_blocked": "The player's account is blocked",
  "score.wrong_platform": "This game is not one that you give points in",
  "score.out_of_bounds": "The score must stay between {min} and {max}",

  "ticket.not_found": "This ticket was not found",
  "ticket.invitation_only": "This ticket is by invitation only, use an invitation code",
  "ticket.inactive": "This ticket can't be reserved",
  "ticket.changed": "The price or day of this ticket has changed. Look at it now before you reserve",
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

  "invitation.not_found": "This invitation code was not found",
  "invitation.unknown": "This invitation code is not right; check its letters and digits and try again",
  "invitation.changed": "Somebody else has changed or mailed this code a moment ago. Noted on it now: {sentTo}",
  "invitation.no_address": "Note the email address of the recipient first, so that the code can be mailed",
  "invitation.used": "This invitation code has been used",
  "invitation.max_reached": "All invitations that may be used have been used; ask whoever invited you",
  "invitation.too_many_wrong": "Too many wrong invitation codes; try again after {wait}",
  "max_redeem.not_found": "The limit of redemptions was not found",
  "max_redeem.exists": "There is a limit of redemptions already; change it instead",

  "poll.not_found": "This Giveaway was not found",
  "poll.already_joined": "User has already joined this Giveaway",
  "poll.nobody_left": "Nobody is left to draw from",
  "poll.spinning": "A draw is going on; wait for the winner",
  "poll.drawn":
    "Somebody has drawn here a moment ago, and {winner} won. Close the question and open it again for another draw",
  "poll.too_many_draws": "This Giveaway was drawn {count} times, which is the most; another Giveaway is needed",
  "poll.has_draws":
    "This Giveaway has been drawn and can't be deleted, because the proof of its draw stays open to everybody",

  "survey.not_found": "This question was not found",
  "survey.changed": "This question has changed a moment ago. Read it, then save your answer",
  "survey.too_long":
    "Long answers are not taken from this network right now. Shorten it to 200 letters, or try again after {wait}",

  "ticket.unknown": "This is not a ticket of this event",
  "ticket.already_used": "This ticket has already been used",
  "ticket.not_entered": "The holder of this ticket has not entered yet",
  "ticket.given_back": "This ticket was given back and no longer admits anyone",
  "ticket.cancelled": "This ticket has been cancelled",
  "ticket.wrong_day": "This ticket is for another day",
  "ticket.holder_blocked": "The account of the ticket's holder is blocked",
  "scan.too_many_unknown": "Too many wrong codes, typing is paused for {wait}; scan the QR with the camera",
};

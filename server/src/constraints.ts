import { authConstraints } from "./auth/constraints.ts";
import { boothConstraints } from "./booths/constraints.ts";
import type { Constraints } from "./database/constraints.ts";
import { gameConstraints } from "./games/constraints.ts";
import { idempotencyConstraints } from "./http/constraints.ts";
import { invitationConstraints } from "./invitations/constraints.ts";
import { fileConstraints } from "./pictures/constraints.ts";
import { platformConstraints } from "./platforms/constraints.ts";
import { pollConstraints } from "./polls/constraints.ts";
import { queueConstraints } from "./queue/constraints.ts";
import { scoreConstraints } from "./scores/constraints.ts";
import { startConstraints } from "./seeds/constraints.ts";
import { surveyConstraints } from "./surveys/constraints.ts";
import { themeConstraints } from "./themes/constraints.ts";
import { ticketConstraints } from "./tickets/constraints.ts";

/** Maps every constraint and unique index of the database to a refusal, or to the reason why no call can break it. */
export const constraints: Constraints = {
  ...startConstraints,
  ...idempotencyConstraints,
  ...fileConstraints,
  ...authConstraints,
  ...themeConstraints,
  ...ticketConstraints,
  ...invitationConstraints,
  ...boothConstraints,
  ...platformConstraints,
  ...gameConstraints,
  ...queueConstraints,
  ...scoreConstraints,
  ...pollConstraints,
  ...surveyConstraints,
};

import { api } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import { cacheAnswer } from "../http/cached-answer.ts";
import { serve } from "../http/serve.ts";
import { readFigures } from "./read-figures.ts";

/** How old figures may be: they are reckoned once for all who look. */
const maxAgeMs = 2_000;

export function figureRoutes(app: FastifyInstance, core: Core): void {
  const days = { timeZone: core.config.eventTimeZone, dayEnds: core.config.eventDayEnds };
  const figures = cacheAnswer(() => readFigures(core.database.query, days), { maxAgeMs });
  serve(app, core, api.figures, { get: () => figures.get() });
}

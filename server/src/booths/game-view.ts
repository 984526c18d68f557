import { Role } from "@saha/contract";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";

/** Selects games as they travel; a picture that is not there is empty text (spec §3). */
export function selectGames(query: Database["query"] | Tx) {
  return query
    .selectFrom("games")
    .innerJoin("booths", "booths.id", "games.boothId")
    .select([
      "games.id",
      "games.name",
      "games.shortName",
      "games.winPoints",
      "games.losePoints",
      "games.platformId",
      "games.boothId",
      "games.description",
      "games.isQueueable",
      "games.isActive",
      "games.isDoubled",
      "games.externalGame",
      "games.finite",
      "games.min",
      "games.max",
      "games.leaderboard",
      "games.createdAt",
      "games.updatedAt",
      sql<string>`coalesce(games.image, '')`.as("image"),
      sql<string>`coalesce(games.logo, '')`.as("logo"),
    ])
    .orderBy("games.id");
}

/** Selects what a role sees: attendees the active games of active booths, everybody else all (rules §2). */
export function selectGamesFor(query: Database["query"] | Tx, role: Role) {
  const games = selectGames(query);
  return role === Role.User ? games.where("games.isActive", "=", true).where("booths.isActive", "=", true) : games;
}

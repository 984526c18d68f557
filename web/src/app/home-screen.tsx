import { Role, type User } from "@saha/contract";
import { type ComponentType, Suspense } from "react";
import { Home } from "../features/home/home.tsx";
import { useMember } from "../session.ts";
import { screenPart } from "../ui/on-demand.tsx";

const QueueHome = screenPart(async () => (await import("./queue-home.tsx")).QueueHome);
const Trivia = screenPart(async () => (await import("../features/trivia/trivia.tsx")).Trivia);

/** Homes that are whole features of their own (spec §2); the others are doors and greetings of the feature of homes. */
const homes: Partial<Record<Role, ComponentType<{ user: User }>>> = {
  [Role.BoothAdmin]: QueueHome,
  [Role.ScoreAdmin]: QueueHome,
  [Role.GameAdmin]: QueueHome,
  [Role.TriviaAdmin]: Trivia,
  [Role.SuperTriviaAdmin]: Trivia,
};

/** What shows at home depends on the role (spec §2); what only staff see is fetched by staff alone. */
export function HomeScreen() {
  const user = useMember();
  const Mine = homes[user.roleId];
  if (!Mine) return <Home />;
  return (
    <Suspense>
      <Mine user={user} />
    </Suspense>
  );
}

import { api, Category } from "@saha/contract";
import { longNames, type SeededServer } from "../seeds.ts";
import type { Entry, Scene } from "./screen.ts";
import { add, alert, openRow, submit } from "./steps.ts";

const path = "/dashboard/tickets/invitations";
const ticket = async ({ admin }: SeededServer) =>
  (await admin(api.tickets.list)).find(({ categoryId }) => categoryId === Category.Invitation);

async function openCodes(scene: Scene): Promise<void> {
  await openRow(scene, "invitations_codes_of", (await ticket(scene.server))?.title ?? "");
  await scene.page.getByRole("dialog").getByRole("table").waitFor();
}

async function openCode(scene: Scene): Promise<void> {
  await openCodes(scene);
  const { admin } = scene.server;
  const codes = await admin(api.invitations.list);
  await scene.page.getByLabel(scene.t("invitations_open_code", { code: codes[0]?.code ?? "" })).click();
  await scene.page.getByRole("img", { name: codes[0]?.code ?? "" }).waitFor();
}

export const invitations: Entry[] = [
  { name: "invitation", as: "noura", path: "/ticket/invitation" },
  {
    name: "invitation-refused",
    as: "noura",
    path: "/ticket/invitation?code=2345-6789-ABCD",
    act: async (scene) => {
      await submit(scene, scene.t("tickets_invitation_redeem"));
      await alert(scene);
    },
  },
  { name: "dashboard-invitations", as: "admin", path },
  { name: "dashboard-invitations-long", as: longNames.admin, path, seed: "long" },
  { name: "dashboard-invitation-add", as: "admin", path, act: (scene) => add(scene, "invitations_add") },
  { name: "dashboard-invitation-codes", as: "admin", path, act: openCodes },
  { name: "dashboard-invitation-codes-long", as: longNames.admin, path, seed: "long", act: openCodes },
  { name: "dashboard-invitation-code", as: "admin", path, act: openCode },
];

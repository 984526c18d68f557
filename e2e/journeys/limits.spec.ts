import { api, Role } from "@saha/contract";
import { browserFlags, executablePath } from "../browser.ts";
import { inDatabaseOf } from "../database.ts";
import { expect, test } from "../fixtures.ts";
import { codeTo } from "../outbox.ts";
import { startServer } from "../server.ts";
import { say } from "../text.ts";

// A name that is neither https nor localhost: there a page has no `crypto.subtle`.
test.use({
  launchOptions: { executablePath, args: [...browserFlags, "--host-resolver-rules=MAP saha.test 127.0.0.1"] },
});

const password = "jadida-wa-tawila-8";
const fresh = (name: string) => `${name}${Date.now().toString(36)}`;

test("an honest phone in a hall full of robots registers on plain http and notices no proof; a code typed on another device says where it is good", async ({
  page,
  browser,
}) => {
  const server = await startServer();
  const hall = server.url.replace("localhost", "saha.test");
  // Refused before they are hashed, counted all the same.
  const weak = { username: "robot", password: "mohamed2026", password_confirmation: "mohamed2026" };
  const robot = () =>
    fetch(`${server.url}/api/auth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(weak),
    });
  const robotIsAsked = async () => (await (await robot()).json()).code === "proof.needed";
  // What is counted goes down as time passes, so that a slow machine sends more; of a few at once proofs are asked too.
  for (let sent = 0; sent < 300 || (sent < 1500 && !(await robotIsAsked())); sent += 50) {
    await Promise.all(Array.from({ length: 50 }, robot));
  }
  expect(await robotIsAsked()).toBe(true);

  const sent: { proof: boolean; status: number }[] = [];
  page.on("response", async (answer) => {
    if (!answer.url().endsWith("/api/auth/register")) return;
    const proof = answer.request().headers()["x-proof"] !== undefined;
    sent.push({ proof, status: answer.status() });
  });
  const username = fresh("honest.");
  const email = `${username}@example.com`;
  await page.goto(`${hall}/register`);
  expect(await page.evaluate(() => [isSecureContext, typeof crypto.subtle])).toEqual([false, "undefined"]);
  await page.getByLabel(say("auth_username"), { exact: true }).fill(username);
  await page.getByLabel(say("auth_email")).fill(email);
  await page.getByLabel(say("auth_password"), { exact: true }).fill(password);
  await page.getByLabel(say("auth_confirmation")).fill(password);
  const register = page.getByRole("main").getByRole("button", { name: say("auth_register"), exact: true });
  // The page is of an older build, which the server no longer has: a proof can't be solved, and it says why.
  const old = /\/assets\/(index|solve-worker)[^/]*\.js/;
  await page.route(old, (route) => route.fulfill({ status: 404, body: "" }));
  await register.click();
  await expect(page.getByRole("alert").filter({ hasText: say("ui_renewed_part") })).toBeVisible();
  await page.unroute(old);
  sent.length = 0;
  await register.click();
  await expect(page).toHaveURL(/\/verify\?email=/);
  expect(sent.map(({ proof, status }) => [proof, status])).toEqual([
    [false, 409],
    [true, 201],
  ]);

  const code = await codeTo(server, email);
  const laptop = await browser.newContext({ locale: "ar-EG" });
  const other = await laptop.newPage();
  await other.goto(`${hall}/verify?email=${encodeURIComponent(email)}`);
  const verify = async (where: typeof page) => {
    // The sixth digit sends it.
    await where.getByLabel(say("verify_code")).fill(code);
  };
  await verify(other);
  await expect(other.getByText("طُلب هذا الرمز على جهاز آخر")).toBeVisible();
  await laptop.close();
  await verify(page);
  await expect(page).toHaveURL(/\/$/);
  await server.stop();
});

test("a verified email is changed with the password once the sign-in is a while ago", async ({
  page,
  server,
  given,
}) => {
  const person = await given.person(Role.User);
  const [old, next] = [`${person.username}@old.example.com`, `${person.username}@new.example.com`];
  const params = { userId: String(person.session.user.id) };
  await person.call(api.profiles.update, { params, body: { email: old } });
  await person.call(api.auth.verification, { body: { email: old, otp: await codeTo(server, old) } });
  await given.signedIn(page, person);
  await inDatabaseOf(server, (database) =>
    database.query("update sessions set created_at = now() - interval '16 minutes' where user_id = $1", [
      person.session.user.id,
    ]),
  );
  await page.goto("/profile");
  await page.getByLabel(say("profile_email")).fill(next);
  const save = page.getByRole("main").getByRole("button", { name: say("profile_save"), exact: true });
  await save.click();
  const field = page.getByLabel(say("password_old"), { exact: true });
  await expect(field).toBeFocused();
  await expect(page.getByText("مضى وقت على تسجيل دخولك")).toBeVisible();
  await field.fill("not this one");
  await save.click();
  await expect(page.getByText("كلمة المرور الحالية غير صحيحة")).toBeVisible();
  await expect(page.getByLabel(say("profile_email"))).toHaveValue(next);
  await field.fill("kalima-sirriya-77");
  await save.click();
  await expect(page.getByRole("heading", { name: say("profile_pending_title") })).toBeVisible();
  await expect(field).toBeHidden();
});

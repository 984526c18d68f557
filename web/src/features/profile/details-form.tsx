import "@mantine/core/styles/Input.css";
import { TextInput } from "@mantine/core";
import { api, type User } from "@saha/contract";
import { useState } from "react";
import { call, Refusal } from "../../api.ts";
import { renewUser } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { inSession } from "../../tokens.ts";
import { tabDraft } from "../../ui/form/drafts.ts";
import { FormMessage } from "../../ui/form/form-message.tsx";
import type { PasswordField as Field } from "../../ui/form/password-field.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { noteSent } from "../../ui/one-time-code/sent-codes.ts";
import { Press } from "../../ui/press/press.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { AvatarPicker } from "./avatar-picker.tsx";
import { changesOf, type Details, detailsOf, isSame } from "./profile-form.ts";

const loadChecks = () => import("./checks.ts");

const shrunk = (picture: File) =>
  inSession(import("../../ui/picture/ready-to-send.ts").then(({ readyToSend }) => readyToSend(picture, "avatar")));

/** Edits name, email, Riot ID and picture of the own account; a new email is asked for its code next (rules §3). */
export function DetailsForm({ user, onAsked }: { user: User; onAsked: (email: string) => void }) {
  const [draft] = useState(() => tabDraft<Details>(`profile ${user.id}`, ["name", "email", "riotId"]));
  // Asked for seldom, and so no part of the first load.
  const [PasswordField, setPasswordField] = useState<typeof Field | null>(null);
  const form = useForm({
    values: detailsOf(user),
    body: changesOf,
    isSame,
    isEdit: true,
    draft,
    schema: async () => (await loadChecks()).updateBody,
    fallback: m.ui_state_network(),
    send: async (changes, { typed: { avatar: picture }, fill }) => {
      // The contract knows a picture by the path that the server gives it.
      const avatar = picture && ((await shrunk(picture)) as unknown as string);
      const body = { ...changes, ...(avatar ? { avatar } : {}) };
      const saved = await call(api.profiles.update, { params: { userId: String(user.id) }, body }).catch(
        async (cause) => {
          if (cause instanceof Refusal && cause.code === "auth.password_needed") {
            const { PasswordField } = await import("../../ui/form/password-field.tsx");
            setPasswordField(() => PasswordField);
          }
          throw cause;
        },
      );
      setPasswordField(null);
      const { entries: _entries, total: _total, standing: _standing, isCodeMailed, ...next } = saved;
      if (isCodeMailed === false) void toast({ kind: "warning", message: (await loadChecks()).codeNotSent() });
      else if (changes.email && !(next.isVerified && !next.pendingEmail)) {
        noteSent("verification", changes.email);
        onAsked(changes.email);
      }
      renewUser(next);
      fill(detailsOf(next));
      void toast({ kind: "success", message: m.profile_saved() });
    },
  });

  return (
    <form {...form.props} className="stack gap-16">
      <FormMessage message={form.message} />
      <AvatarPicker name={user.name || user.username} current={user.avatar} {...form.control("avatar")} />
      <TextInput label={m.profile_name()} autoComplete="name" maxLength={80} {...form.field("name")} />
      <TextInput
        label={m.profile_email()}
        description={
          user.pendingEmail
            ? m.profile_email_waiting({ email: `\u2066${user.pendingEmail}\u2069` })
            : m.profile_email_hint()
        }
        type="email"
        inputMode="email"
        autoComplete="email"
        dir="ltr"
        maxLength={254}
        {...form.field("email")}
      />
      {PasswordField && (
        <PasswordField
          label={m.password_old()}
          autoComplete="current-password"
          maxLength={1024}
          {...form.field("password")}
        />
      )}
      <TextInput
        label={m.profile_riot()}
        placeholder="Name#TAG"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        maxLength={60}
        {...form.field("riotId")}
      />
      {form.isResumed && form.isTouched && (
        <p className="row gap-12 rows-0 wrap between muted">
          {m.profile_unsaved()}
          <Press variant="bare" onClick={form.reset}>
            {m.profile_undo()}
          </Press>
        </p>
      )}
      <Press type="submit" size="large" aria-busy={form.isBusy} disabled={form.isBusy}>
        {m.profile_save()}
      </Press>
    </form>
  );
}

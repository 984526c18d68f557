import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api, type User } from "@saha/contract";
import { useEffect, useState } from "react";
import { call } from "../../api.ts";
import { settle } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { issuesOf, refusalOf } from "../../ui/form/issues.ts";
import { readyToSend } from "../../ui/picture/ready-to-send.ts";
import { toast } from "../../ui/toast/toast.ts";
import { AvatarPicker } from "./avatar-picker.tsx";
import style from "./profile.module.css";
import { changesOf, type Details, detailsOf } from "./profile-form.ts";

/** Name, email, Riot ID and picture of the own account; a new email is asked for its code next (rules §3). */
export function DetailsForm({ user, onAsked }: { user: User; onAsked: (email: string) => void }) {
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [picture, setPicture] = useState<File | null>(null);
  const [wrongPicture, setWrongPicture] = useState<string>();
  const [filled, setFilled] = useState(() => detailsOf(user));
  const form = useForm({
    initialValues: filled,
    validate: (typed) => issuesOf(api.profiles.update.body, changesOf(filled, typed)),
  });

  function fill(account: User) {
    const details = detailsOf(account);
    setFilled(details);
    form.setInitialValues(details);
    form.setValues(details);
  }

  // Changed elsewhere while nothing is typed here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only news of the account fill the form
  useEffect(() => {
    if (!form.isDirty()) fill(user);
  }, [user]);

  async function submit(typed: Details) {
    setIsBusy(true);
    setMessage(null);
    setWrongPicture(undefined);
    const changes = changesOf(filled, typed);
    try {
      // The contract knows a picture by the path that the server gives it.
      const avatar = picture && ((await readyToSend(picture, "avatar")) as unknown as string);
      const body = { ...changes, ...(avatar ? { avatar } : {}) };
      const saved = await call(api.profiles.update, { params: { userId: String(user.id) }, body });
      const { entries: _entries, total: _total, ...next } = saved;
      if (changes.email && !(next.isVerified && !next.pendingEmail)) onAsked(changes.email);
      settle(next);
      setPicture(null);
      fill(next);
      void toast({ kind: "success", message: m.profile_saved() });
    } catch (cause) {
      const { atFields, message: sentence } = refusalOf(cause, ["name", "email", "riotId", "avatar"]);
      form.setErrors(atFields);
      setWrongPicture(atFields.avatar);
      setMessage(sentence);
      form.getInputNode(Object.keys(atFields)[0] ?? "")?.focus();
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form
      noValidate
      className={style.form}
      onSubmit={form.onSubmit(submit, (errors) => form.getInputNode(Object.keys(errors)[0] ?? "")?.focus())}
    >
      <p role="alert" className={style.message}>
        {message}
      </p>
      <AvatarPicker
        name={user.name || user.username}
        current={user.avatar}
        chosen={picture}
        error={wrongPicture}
        onChoose={(file) => {
          setPicture(file);
          setWrongPicture(undefined);
        }}
      />
      <TextInput label={m.profile_name()} autoComplete="name" maxLength={80} {...form.getInputProps("name")} />
      <TextInput
        label={m.profile_email()}
        description={m.profile_email_hint()}
        type="email"
        inputMode="email"
        autoComplete="email"
        dir="ltr"
        maxLength={254}
        {...form.getInputProps("email")}
      />
      <TextInput
        label={m.profile_riot()}
        placeholder="Name#TAG"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        maxLength={60}
        {...form.getInputProps("riotId")}
      />
      <Button type="submit" size="lg" loading={isBusy}>
        {m.profile_save()}
      </Button>
    </form>
  );
}

import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { api, type User } from "@saha/contract";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { call } from "../../api.ts";
import { settle } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { useOnSpeak } from "../../text/language.ts";
import type { FieldErrors } from "../../ui/form/issues.ts";
import { noteSent } from "../../ui/one-time-code/sent-codes.ts";
import { toast } from "../../ui/toast/toast.ts";
import { AvatarPicker } from "./avatar-picker.tsx";
import style from "./profile.module.css";
import { changesOf, type Details, detailsOf } from "./profile-form.ts";

const names = ["name", "email", "riotId"] as const;
/** Fetched when someone begins to type: the screen opens without them. */
const loadChecks = () => import("./checks.ts").catch(() => null);

const shrunk = async (picture: File) =>
  (await import("../../ui/picture/ready-to-send.ts")).readyToSend(picture, "avatar");

/** Name, email, Riot ID and picture of the own account; a new email is asked for its code next (rules §3). */
export function DetailsForm({ user, onAsked }: { user: User; onAsked: (email: string) => void }) {
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [picture, setPicture] = useState<File | null>(null);
  const [wrongPicture, setWrongPicture] = useState<string>();
  const [filled, setFilled] = useState(() => detailsOf(user));
  const [typed, setTyped] = useState(filled);
  const [errors, setErrors] = useState<FieldErrors>({});
  const element = useRef<HTMLFormElement>(null);

  function fill(account: User) {
    const details = detailsOf(account);
    setFilled(details);
    setTyped(details);
  }

  function show(atFields: FieldErrors, sentence: string | null) {
    setErrors(atFields);
    setMessage(sentence);
    const first = names.find((name) => name in atFields);
    if (first) element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  useOnSpeak(() => {
    show({}, null);
    setWrongPicture(undefined);
  });

  const field = (name: keyof Details) => ({
    name,
    value: typed[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setTyped((now) => ({ ...now, [name]: value }));
      setErrors(({ [name]: _mended, ...rest }) => rest);
      setMessage(null);
    },
  });

  // Changed elsewhere while nothing is typed here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only news of the account fill the form
  useEffect(() => {
    if (names.every((name) => typed[name] === filled[name])) fill(user);
  }, [user]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    show({}, null);
    setWrongPicture(undefined);
    const changes = changesOf(filled, typed);
    const checks = await loadChecks();
    if (!checks) {
      setIsBusy(false);
      return show({}, m.app_offline_sentence());
    }
    try {
      const wrong = checks.issuesOf(checks.updateBody, changes);
      if (Object.keys(wrong).length > 0) return show(wrong, null);
      // The contract knows a picture by the path that the server gives it.
      const avatar = picture && ((await shrunk(picture)) as unknown as string);
      const sent = { ...changes, ...(avatar ? { avatar } : {}) };
      if (Object.keys(sent).length === 0) {
        setTyped(filled);
        return show({}, m.profile_nothing_changed());
      }
      const saved = await call(api.profiles.update, { params: { userId: String(user.id) }, body: sent });
      const { entries: _entries, total: _total, isCodeMailed, ...next } = saved;
      if (isCodeMailed === false) void toast({ kind: "warning", message: checks.codeNotSent() });
      else if (changes.email && !(next.isVerified && !next.pendingEmail)) {
        noteSent("verification", changes.email);
        onAsked(changes.email);
      }
      settle(next);
      setPicture(null);
      fill(next);
      void toast({ kind: "success", message: m.profile_saved() });
    } catch (cause) {
      const { atFields, message: sentence } = checks.refusalOf(
        cause,
        ["name", "email", "riotId", "avatar"],
        m.ui_state_network(),
      );
      show(atFields, sentence);
      setWrongPicture(atFields.avatar);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form ref={element} noValidate className={style.form} onSubmit={submit} onFocus={() => void loadChecks()}>
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
      <TextInput label={m.profile_name()} autoComplete="name" maxLength={80} {...field("name")} />
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
        {...field("email")}
      />
      <TextInput
        label={m.profile_riot()}
        placeholder="Name#TAG"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        maxLength={60}
        {...field("riotId")}
      />
      <Button type="submit" size="lg" loading={isBusy}>
        {m.profile_save()}
      </Button>
    </form>
  );
}

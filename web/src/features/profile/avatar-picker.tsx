import { IconPhoto } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { m } from "../../text/compiled/messages.js";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { pictureTypes, usePreview } from "../../ui/picture/use-preview.ts";
import { Press } from "../../ui/press/press.tsx";

/** The own picture and the choice of another, which is shown before it is saved. */
export function AvatarPicker(props: {
  name: string;
  current: string | null;
  value: File | null;
  error: string | undefined;
  onChange: (file: File | null) => void;
}) {
  const { name, current, value: chosen, error, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  const preview = usePreview(chosen);
  const [isUnreadable, setIsUnreadable] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each choice is looked at anew
  useEffect(() => setIsUnreadable(false), [preview]);
  return (
    <div className="row gap-16">
      {/* Errors of pictures do not bubble, but they pass on their way down. */}
      <span onErrorCapture={() => setIsUnreadable(true)}>
        <Avatar name={name} picture={isUnreadable ? null : (preview ?? current)} size={88} />
      </span>
      <div className="stack gap-4">
        <div className="flex wrap gap-8">
          <input
            ref={input}
            type="file"
            hidden
            accept={pictureTypes}
            aria-label={m.profile_photo()}
            onChange={({ currentTarget: { files } }) => files?.[0] && onChange(files[0])}
          />
          <Press variant="light" data-wrong={error ? true : undefined} onClick={() => input.current?.click()}>
            <IconPhoto size={20} aria-hidden="true" />
            {current ? m.profile_photo_change() : m.profile_photo_choose()}
          </Press>
          {chosen && (
            <Press
              variant="bare"
              onClick={() => {
                // The same file can be chosen again.
                if (input.current) input.current.value = "";
                onChange(null);
              }}
            >
              {m.profile_photo_undo()}
            </Press>
          )}
        </div>
        <p role="status" className="muted text-15 hide-empty">
          {chosen && !error ? m.profile_photo_new() : ""}
        </p>
        <p role="alert" className="text-error semibold hide-empty">
          {error}
        </p>
      </div>
    </div>
  );
}

import { useEffect, useState } from "react";

/** The kinds of pictures that the server takes (rules §6), for a file field's `accept`. */
export const pictureTypes = "image/png,image/jpeg,image/webp,image/gif,image/svg+xml";

/** The address of a chosen file, to be shown before it is sent. */
export function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

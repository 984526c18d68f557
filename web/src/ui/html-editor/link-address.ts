/**
 * Tells whether an address is one that the server keeps in a link: the web, a mail, a phone, or a page of this site
 * (rules §6).
 */
export function isLinkAddress(text: string): boolean {
  return /^(https?:\/\/[^\s<>"'`/]+\.[^\s<>"'`]+|mailto:[^\s<>"'`]+|tel:[^\s<>"'`]+|\/(?![/\\])[^\s<>"'`]*)$/i.test(
    text,
  );
}

/**
 * Completes what was typed as a link's address: `saha.example` becomes `https://saha.example`; null when it can be
 * none.
 */
export function linkAddress(typed: string): string | null {
  const text = typed.trim();
  if (isLinkAddress(text)) return text;
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  const web = `https://${text}`;
  return !/^[a-z][a-z\d+.-]*:/i.test(text) && isLinkAddress(web) ? web : null;
}

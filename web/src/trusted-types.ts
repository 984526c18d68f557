type Policy = {
  createHTML: (text: string) => string;
  createScriptURL: (url: string) => string;
  createScript: (code: string) => string;
};
type Factory = { createPolicy: (name: string, policy: Policy) => unknown };

/*
 * The wall behind the sanitiser: nothing but plain style text becomes markup unless DOMPurify made it,
 * workers come from the own origin, and text never becomes code. Must run before any other module.
 */
(globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy("default", {
  createHTML: (text) => {
    if (text.includes("<")) throw new TypeError("Markup must pass the sanitiser");
    return text;
  },
  createScriptURL: (url) => {
    if (new URL(url, document.baseURI).origin !== location.origin) throw new TypeError("Scripts come from this origin");
    return url;
  },
  createScript: () => {
    throw new TypeError("Text never becomes code");
  },
});

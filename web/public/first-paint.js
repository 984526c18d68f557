// Before the first picture: language, scheme and the kept theme, so that nothing flashes. Kept in step with
// text/language.ts, app/app.tsx and ui/theme/paint.ts.
(() => {
  try {
    const root = document.documentElement;
    const store = window.localStorage;
    if (store.getItem("language") === "en") {
      root.lang = "en";
      root.dir = "ltr";
    }
    const chosen = store.getItem("color_scheme") || "light";
    const dark = chosen === "dark" || (chosen === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    root.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
    const kept = JSON.parse(store.getItem("paint") || "null");
    if (kept && kept.version === 1 && kept.css) {
      const style = document.createElement("style");
      style.id = "main-theme";
      style.textContent = kept.css;
      document.head.append(style);
    }
  } catch {
    // Storage may be closed to us; the default look stands.
  }
})();

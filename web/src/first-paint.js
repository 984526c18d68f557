// Runs before the first picture: language, scheme and the kept theme, so that nothing flashes.
// Reads what text/language.ts, app/app.tsx and ui/theme/paint.ts keep.
(() => {
  try {
    const root = document.documentElement;
    if (localStorage.getItem("language") === "en") {
      root.lang = "en";
      root.dir = "ltr";
    }
    const chosen = localStorage.getItem("color_scheme") || "light";
    const isDark = chosen === "dark" || (chosen === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    root.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
    const kept = JSON.parse(localStorage.getItem("paint") || "null");
    if (kept && kept.version === "__PAINT_VERSION__" && kept.css) {
      const style = document.createElement("style");
      style.id = "main-theme";
      style.textContent = kept.css;
      document.head.append(style);
    }
  } catch {
    // Storage may be closed to us; the default look stands.
  }
})();

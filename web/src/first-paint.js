// Runs before the first picture: language, scheme and the theme as kept, so that nothing flashes; and asks who is
// signed in, so that the answer is there when the first guard wants it. Reads what text/language.ts, app/app.tsx,
// ui/theme/paint.ts and tokens.ts keep. Where the browser keeps nothing, as with all cookies blocked or a full disk,
// the page itself does for as long as it is open: it would stay empty, or fail as somebody signs in.
// A script that was refused, as while many come at once, leaves nobody before the mark: once the server answers, the
// page is loaded anew.
(() => {
  const tryAgain = () =>
    setTimeout(() => {
      if (!document.getElementById("splash")) return;
      const signal = AbortSignal.timeout?.(20_000);
      fetch("/", { signal }).then(({ ok }) => (ok ? location.reload() : tryAgain()), tryAgain);
    }, 5000);
  // Extensions and proxies put scripts of their own into pages.
  const isOurs = ({ localName, src }) => localName === "script" && src.startsWith(`${location.origin}/assets/`);
  addEventListener("error", ({ target }) => isOurs(target) && tryAgain(), true);
  const standIn = (name) => {
    const items = new Map();
    let storage;
    try {
      storage = window[name];
      for (const key of Object.keys(storage)) items.set(key, storage.getItem(key));
    } catch {}
    Object.defineProperty(window, name, {
      value: {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => items.set(key, `${value}`),
        removeItem: (key) => {
          items.delete(key);
          // Full, it would sign in whoever has left.
          storage?.removeItem(key);
        },
        clear: () => {
          items.clear();
          storage?.clear();
        },
      },
    });
  };
  const names = ["localStorage", "sessionStorage"];
  for (const name of names) {
    try {
      window[name].setItem("probe", " ".repeat(9999));
      window[name].removeItem("probe");
    } catch {
      standIn(name);
    }
  }
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, value) {
    try {
      setItem.call(this, key, value);
    } catch {
      // It has filled up since: nobody could sign out.
      const name = names.find((name) => window[name] === this);
      standIn(name);
      window[name].setItem(key, value);
    }
  };
  try {
    const root = document.documentElement;
    if (localStorage.getItem("language") === "en") {
      root.lang = "en";
      root.dir = "ltr";
    }
    const chosen = localStorage.getItem("color_scheme") || "light";
    const isDark = chosen === "dark" || (chosen === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    root.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
    const isOurs = (kept) => kept && kept.version === "__PAINT_VERSION__";
    // A booth that was selected goes before the event's own theme.
    const kept = ["selected_booth", "paint"].map((key) => JSON.parse(localStorage.getItem(key) || "null")).find(isOurs);
    if (kept?.css) {
      const style = document.createElement("style");
      style.id = "main-theme";
      style.textContent = kept.css;
      document.head.append(style);
    }
    const access = localStorage.getItem("access_token");
    const refresh = localStorage.getItem("refresh_token");
    if (access && refresh) {
      const headers = {
        accept: "application/json",
        "accept-language": root.lang,
        authorization: `Bearer ${access}`,
        "x-refresh-token": refresh,
      };
      const device = localStorage.getItem("device_key");
      if (device) headers["x-device"] = device;
      const answer = fetch("/api/auth/me", { headers });
      answer.catch(() => {});
      window.askedEarly = { access, answer };
    }
  } catch {
    // What is kept may be no JSON any more; the default look stands.
  }
})();

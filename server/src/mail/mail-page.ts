import type { Language } from "@saha/contract";
import { mailWords } from "../text/mail.ts";

export type Colours = { primary: string; secondary: string };
type Parts = {
  language: Language;
  heading: string;
  before: string[];
  after: string[];
  code?: string | undefined;
  link?: { label: string; address: string } | undefined;
  colours: Colours;
};

const fonts = "'Alexandria','Segoe UI',Tahoma,'Noto Sans Arabic','Geeza Pro',Arial,sans-serif";

/** A mail as plain words; the code stands alone on its line, so that phones and eyes find it. */
export function mailText({ language, heading, before, after, code, link }: Parts): string {
  const lines = [
    heading,
    "",
    ...before,
    ...(code ? ["", code] : []),
    ...(link ? ["", link.address] : []),
    "",
    ...after,
    "",
    "--",
    mailWords[language].footer,
  ];
  return `${lines.join("\n")}\n`;
}

/**
 * The same words as a page in the event's colours: tables and inline styles alone, for that is what mail programs read.
 */
export function mailHtml({ language, heading, before, after, code, link, colours }: Parts): string {
  const dir = language === "ar" ? "rtl" : "ltr";
  const side = language === "ar" ? "right" : "left";
  const { sender, footer } = mailWords[language];
  const paragraph = (line: string) =>
    `<p style="margin:0 0 14px;font-size:16px;line-height:1.8;color:#33334d">${plain(line)}</p>`;
  const codeBox = code
    ? `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:10px 0 24px"><tr>
<td align="center" dir="ltr" style="padding:18px 12px;border:2px solid ${colours.primary};border-radius:14px;background:#f7f6ff;font-family:Consolas,Menlo,'Courier New',monospace;font-size:36px;font-weight:bold;letter-spacing:8px;color:#1e1b33">${code}</td>
</tr></table>`
    : "";
  const button = link
    ? `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:10px 0 24px"><tr>
<td align="center"><a href="${plain(link.address)}" style="display:inline-block;padding:14px 28px;border-radius:14px;background:${colours.primary};font-size:17px;font-weight:bold;text-decoration:none;color:${readableOn(colours.primary)}">${plain(link.label)}</a></td>
</tr></table>`
    : "";
  return `<!doctype html>
<html lang="${language}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<title>${plain(heading)}</title>
</head>
<body dir="${dir}" style="margin:0;padding:0;background:#eeedf5;font-family:${fonts}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#eeedf5"><tr><td align="center" style="padding:28px 12px">
<table role="presentation" dir="${dir}" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:18px;overflow:hidden;text-align:${side};font-family:${fonts}">
<tr><td style="padding:22px 28px;background:${colours.primary};border-bottom:5px solid ${colours.secondary};font-size:24px;font-weight:bold;color:${readableOn(colours.primary)}">${plain(sender)}</td></tr>
<tr><td style="padding:28px 28px 14px">
<h1 style="margin:0 0 18px;font-size:22px;line-height:1.5;color:#1e1b33">${plain(heading)}</h1>
${before.map(paragraph).join("\n")}
${codeBox}
${button}
${after.map(paragraph).join("\n")}
</td></tr>
<tr><td style="padding:16px 28px;border-top:1px solid #e4e2f0;font-size:13px;line-height:1.7;color:#6b6880">${plain(footer)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function plain(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Dark or light letters, whichever can be read on a colour that an administrator chose. */
function readableOn(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return light > 0.179 ? "#1e1b33" : "#ffffff";
}

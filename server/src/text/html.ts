import sanitize from "sanitize-html";

/**
 * HTML that people may have written and others will see, with nothing left in it that could run, load or restyle a
 * page: on write, by an allow-list (rules §6). Text that is no markup stays to the letter, as a reader sees it: `5 < 6
 * & 7`.
 */
export function cleanHtml(html: string): string {
  // Without a tag or an entity it reads alike as text and as HTML.
  if (!/<[a-z/!?]|&[a-z#]/i.test(html)) return html;
  return sanitize(keepPlainAngles(html), rules);
}

const rules: sanitize.IOptions = {
  allowedTags: [
    ...["p", "br", "h2", "h3", "h4", "ul", "ol", "li", "blockquote", "hr"],
    ...["strong", "b", "em", "i", "u", "s", "small", "code", "pre", "span", "a"],
  ],
  allowedAttributes: { a: ["href", "rel"], "*": ["dir", "lang"] },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nonTextTags: ["script", "style", "textarea", "option", "noscript", "template", "title", "iframe", "xmp", "noembed"],
  nestingLimit: 30,
  transformTags: {
    a: (tagName, { href, dir, lang }) => ({
      tagName,
      attribs: {
        ...(href !== undefined && isAddress.test(href) && { href }),
        ...(dir !== undefined && { dir }),
        ...(lang !== undefined && { lang }),
        rel: "noopener noreferrer",
      },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => (tag === "a" && attribs.href === undefined ? "excludeTag" : false),
};

/** An address of an allowed scheme, a path of this site, or a place on the page; never the rest of a broken tag. */
const isAddress = /^(https?:|mailto:|tel:|\/(?![/\\])|[#?])[^<>"'`\s]*$/i;

/** A `<` that begins no element of HTML, or is never closed, is a sign that somebody typed: `a<b`, `<مجانا>`. */
function keepPlainAngles(html: string): string {
  const lastClosed = html.lastIndexOf(">");
  return html.replace(/<(?:\/?([a-z][^\s/>]*)|[!?])?/gi, (all, name: string | undefined, at: number) => {
    const isMarkup = at < lastClosed && (name === undefined ? all !== "<" : elements.has(name.toLowerCase()));
    return isMarkup ? all : `&lt;${all.slice(1)}`;
  });
}

const elements = new Set(
  `a abbr acronym address animate animatemotion animatetransform annotation-xml applet area article aside audio b base
  basefont bdi bdo bgsound big blink blockquote body br button canvas caption center cite code col colgroup command
  content data datalist dd del desc details dfn dialog dir div dl dt element em embed fencedframe fieldset figcaption
  figure font footer foreignobject form frame frameset g h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img
  input ins isindex kbd keygen label legend li link listing main maction map mark marquee math menu menuitem meta meter
  mglyph mi mn mo ms mtext multicol nav nextid nobr noembed noframes noscript object ol optgroup option output p param
  path picture plaintext portal pre progress q rb rp rt rtc ruby s samp script search section select set shadow slot
  small source spacer span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time
  title tr track tt u ul use var video wbr xml xmp`.split(/\s+/),
);

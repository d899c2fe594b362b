import { createHash } from 'node:crypto'
import { escapeHtml } from '#server/mail/email-html.ts'

/** The style of pages without the client, with the client's design tokens that they need. */
export const plainStyle = `
:root{color-scheme:light dark;
--canvas:light-dark(oklch(.984 .003 95),oklch(.172 .009 180));
--surface:light-dark(oklch(.998 .001 95),oklch(.208 .01 180));
--ink:light-dark(oklch(.245 .014 200),oklch(.94 .006 150));
--muted:light-dark(oklch(.485 .013 200),oklch(.735 .012 180));
--line:light-dark(oklch(.908 .005 95),oklch(.305 .012 180));
--accent:light-dark(oklch(.45 .076 192),oklch(.75 .092 189));
--on-accent:light-dark(oklch(.99 .004 192),oklch(.2 .03 190))}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:15px/1.5 "Inter Variable",system-ui,sans-serif}
main{max-width:640px;margin:0 auto;padding:32px 16px}
h1{font-size:26px;line-height:1.25;letter-spacing:-.015em;margin:0}
h2{font-size:17px;letter-spacing:-.015em;margin:0}
p{margin:0}
a{color:var(--accent);text-underline-offset:3px}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:6px}
.brand{display:inline-flex;min-height:44px;align-items:center;gap:12px;color:inherit;font-weight:600;text-decoration:none}
.brand img{width:32px;height:32px}
.muted{color:var(--muted);font-size:13px}
.card{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:24px}
.button{display:inline-flex;min-height:44px;align-items:center;padding:0 20px;background:var(--accent);color:var(--on-accent);border-radius:6px;font-weight:500;text-decoration:none}`

/** Returns the content security policy of a page without scripts, whose only style is its own. */
export const plainPagePolicy = (style: string, formAction: "'none'" | "'self'") =>
  `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`

type PlainPage = {
  title: string
  /** Markup for the document's head, such as the style. */
  head: string
  /** Markup for the document's body. */
  body: string
}

/** Renders a page without scripts, with the portal's name at the top. */
export const plainPage = ({ title, head, body }: PlainPage) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Partner Portal</title>
<link rel="icon" href="/favicon.svg">
${head}
</head>
<body><main>
<a class="brand" href="/"><img src="/favicon.svg" alt="">Partner Portal</a>
${body}
</main></body>
</html>`

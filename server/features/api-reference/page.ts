import { escapeHtml } from '#server/mail/email-html.ts'

/** A policy that allows no other origin. Inline styles are allowed, since the script sets `style` attributes, which cannot have a nonce. */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

type ReferencePage = { reader: string; companyName: string }

/** Returns the page that shows the description of the API. `reader` is the address of the script that renders it. */
export const referencePage = ({ reader, companyName }: ReferencePage) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${escapeHtml(companyName)} Partner Portal</title>
<link rel="icon" href="/favicon.svg">
<link rel="preload" href="/openapi.json" as="fetch" crossorigin>
<script src="/theme.js"></script>
<script src="/api-reference.js" defer></script>
<script src="${escapeHtml(reader)}" defer></script>
</head>
<body><div id="reference"></div></body>
</html>`

import type { Email } from 'postal-mime'
import { escapeHtml } from '../email-content.ts'

export const mailStyle = `
:root{color-scheme:light dark;--ground:#faf9f6;--surface:#fff;--ink:#1b2624;--muted:#55625f;--line:#dedbd2;--accent:#0f5e63}
@media(prefers-color-scheme:dark){:root{--ground:#101715;--surface:#18211f;--ink:#e8edeb;--muted:#a3b0ac;--line:#31403c;--accent:#6cc7cb}}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:640px;margin:0 auto;padding:32px 16px}
h1{font-size:26px;margin:0 0 4px}
h2{font-size:17px;margin:0 0 4px}
p{margin:0 0 8px}
.muted{color:var(--muted);font-size:13px}
article{margin:16px 0;padding:16px 20px;background:var(--surface);border:1px solid var(--line);border-radius:12px}
pre{margin:12px 0 0;white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}
a{color:var(--accent)}`

const withLinks = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)

const timeFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})

const timeHtml = (date: string) =>
  ` · <time datetime="${escapeHtml(date)}">${timeFormat.format(new Date(date))} UTC</time>`

const mailHtml = ({ subject, to, date, text }: Email) => `<article>
<h2>${escapeHtml(subject ?? '')}</h2>
<p class="muted">To ${escapeHtml(to?.map(({ address }) => address).join(', ') ?? '')}${date ? timeHtml(date) : ''}</p>
<pre>${withLinks(text?.trim() ?? '')}</pre>
</article>`

/** A page without scripts that reloads itself every few seconds. */
export const mailPage = (mails: Email[]) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="4">
<title>Demo mailbox</title>
<link rel="stylesheet" href="/demo/mail.css">
</head>
<body><main>
<h1>Demo mailbox</h1>
<p class="muted">Emails sent by the portal, newest first. The demo has no mail server.</p>
${mails.length ? mails.map(mailHtml).join('\n') : '<p>No emails yet.</p>'}
</main></body>
</html>`

import type { Email } from 'postal-mime'
import { plainPage, plainStyle } from '#server/http/plain-page.ts'
import { escapeHtml } from '../email-html.ts'

export const mailStyle = `${plainStyle}
h1{margin-top:16px}
.card{margin-top:16px;padding:20px}
.card h2{margin-top:4px}
.text{margin-top:12px;white-space:pre-wrap;overflow-wrap:anywhere}
.text a{display:inline-block;padding:4px 0}`

/** Turns web addresses into links. An address after a label shows the label, any other address shows itself. */
const withLinks = (text: string) =>
  escapeHtml(text).replace(
    /(?:^([^\n\r\u2028\u2029:]+): )?(https?:\/\/[^\s<]+)/gm,
    (_all, label: string | undefined, url: string) => `<a href="${url}">${label ?? url}</a>`,
  )

const timeFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})

const timeHtml = (date: string) =>
  ` · <time datetime="${escapeHtml(date)}">${timeFormat.format(new Date(date))} UTC</time>`

/** Returns the text without its first line, if that line repeats the subject. */
const bodyOf = ({ subject = '', text = '' }: Email) => {
  const body = text.trim()
  return body.startsWith(subject) ? body.slice(subject.length).trim() : body
}

const mailHtml = (mail: Email) => `<article class="card">
<p class="muted">To ${escapeHtml(mail.to?.map(({ address }) => address).join(', ') ?? '')}${mail.date ? timeHtml(mail.date) : ''}</p>
<h2>${escapeHtml(mail.subject ?? '')}</h2>
<div class="text">${withLinks(bodyOf(mail))}</div>
</article>`

/** Renders a page without scripts that reloads itself every few seconds. */
export const mailPage = (mails: Email[]) =>
  plainPage({
    title: 'Demo mailbox',
    head: '<meta http-equiv="refresh" content="4">\n<link rel="stylesheet" href="/demo/mail.css">',
    body: `<h1>Demo mailbox</h1>
<p class="muted">Emails the demo would send, newest first. Nothing leaves this machine.</p>
${mails.length ? mails.map(mailHtml).join('\n') : '<p class="card">No emails yet. They appear here automatically.</p>'}`,
  })

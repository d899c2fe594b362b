import { type EmailSwitch, emailSwitchLabels } from '#contract/notifications/kinds.ts'
import { plainPage, plainPagePolicy, plainStyle } from '#server/http/plain-page.ts'
import { escapeHtml } from '#server/mail/email-html.ts'

const style = `${plainStyle}
main{max-width:480px;padding-top:12vh}
.card{margin-top:16px}
.card p,.card ul{margin:8px 0 0}
.card ul{padding-left:20px}
.actions{display:flex;flex-wrap:wrap;align-items:center;gap:8px 20px;margin-top:24px}
.actions a{display:inline-flex;min-height:44px;align-items:center}
form{margin:0}
button{border:0;font:inherit;font-weight:500;cursor:pointer}
button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`

export const unsubscribePolicy = plainPagePolicy(style, "'self'")

const settingsLink = '<a href="/?account=notifications">Email settings</a>'

const page = (title: string, body: string) =>
  plainPage({
    title,
    head: `<meta name="robots" content="noindex">\n<style>${style}</style>`,
    body: `<div class="card"><h1>${title}</h1>\n${body}</div>`,
  })

const list = (switches: EmailSwitch[]) =>
  `<ul>${switches.map((name) => `<li>${escapeHtml(emailSwitchLabels[name])}</li>`).join('')}</ul>`

/** Returns the page that asks for confirmation, since only opening the page must change nothing. */
export const askPage = (token: string, switches: EmailSwitch[]) =>
  page(
    'Unsubscribe',
    `<p>You still get emails about:</p>
${list(switches)}
<p>Press Unsubscribe to stop them.</p>
<div class="actions"><form method="post" action="/unsubscribe?token=${encodeURIComponent(token)}"><button class="button">Unsubscribe</button></form>${settingsLink}</div>`,
  )

export const donePage = (switches: EmailSwitch[]) =>
  page(
    'Unsubscribed',
    `<p>You no longer get emails about:</p>
${list(switches)}
<p>You can turn them on again in your settings.</p>
<div class="actions">${settingsLink}</div>`,
  )

export const unknownPage = () =>
  page(
    'Link not found',
    `<p>This link is incomplete, or the email is too old. You can turn off emails in your settings.</p>
<div class="actions">${settingsLink}</div>`,
  )

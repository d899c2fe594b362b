import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { escapeHtml } from '#server/mail/email-html.ts'
import { plainPage, plainPagePolicy, plainStyle } from './plain-page.ts'

/** Whether somebody opens the address in a browser, so that the response is shown as a page. */
export const isOpenedByPerson = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && headers['sec-fetch-dest'] === 'document'

const style = `${plainStyle}
main{max-width:480px;text-align:center;padding-top:12vh}
.card{margin-top:16px;padding:32px 24px}
.card p{margin:8px 0 24px;color:var(--muted)}`

export const errorPagePolicy = plainPagePolicy(style, "'none'")

const home = { label: 'Go to the portal', href: '/' }

const pages: Partial<Record<ErrorCode, { title: string; text: string; next?: typeof home }>> = {
  unauthorized: {
    title: 'Sign in to continue',
    text: 'You are signed out, or your session has ended.',
    next: { label: 'Sign in', href: '/sign-in' },
  },
  forbidden: { title: 'No access', text: 'Your account has no access to this address.' },
  not_found: {
    title: 'Nothing here',
    text: 'The link may be incomplete, or what it led to was removed.',
  },
}

/** Renders an error as a page: what happened, and one link to continue. */
export const errorPage = (code: ErrorCode, message: string) => {
  const { title, text, next = home } = pages[code] ?? { title: 'Something went wrong', text: message }
  return plainPage({
    title,
    head: `<style>${style}</style>`,
    body: `<div class="card">
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<a class="button" href="${next.href}">${next.label}</a>
</div>`,
  })
}

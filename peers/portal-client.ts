import { codeIn } from '#test/sign-in-mail.ts'
import type { MailServer } from '#test/smtp.ts'

/** Signs in at a portal that runs as a process, by the code in an email, and calls it as that user's browser. */
export const signInByCode = async (url: string, email: string, mailServer: MailServer) => {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const call = async (method: string, path: string, body?: unknown, at = url) => {
    const answer = await fetch(at + path, {
      method,
      headers: {
        cookie: cookie(),
        'sec-fetch-site': 'same-origin',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    return answer
  }
  const subject = 'Sign in to the Partner Portal'
  const sent = mailServer.mails.filter(
    (mail) => mail.subject === subject && mail.to?.some(({ address }) => address === email),
  ).length
  const asked = await call('POST', '/api/sign-in/code', { email })
  if (asked.status !== 202) throw new Error(`no code is sent: ${asked.status} ${await asked.text()}`)
  const code = codeIn(await mailServer.mailTo(email, sent + 1, subject))
  const redeemed = await call('POST', '/api/sign-in/redeem', { code })
  if (redeemed.status !== 200) throw new Error(`the code is refused: ${await redeemed.text()}`)
  return {
    cookie,
    /** `at` is another process of the portal. */
    get: (path: string, at?: string) => call('GET', path, undefined, at),
    post: (path: string, body: unknown, at?: string) => call('POST', path, body, at),
  }
}

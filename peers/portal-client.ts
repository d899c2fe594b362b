import { codeIn } from '#test/sign-in-mail.ts'
import type { MailServer } from '#test/smtp.ts'

/** Makes a browser's calls to a portal that runs as a process, with its cookies. `at` is another process of the portal. */
export const openPortalClient = (url: string) => {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const call = async (method: string, path: string, body?: BodyInit, type?: string, at = url) => {
    const response = await fetch(at + path, {
      method,
      headers: { cookie: cookie(), 'sec-fetch-site': 'same-origin', ...(type && { 'content-type': type }) },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    return response
  }
  return {
    cookie,
    get: (path: string, at?: string) => call('GET', path, undefined, undefined, at),
    post: (path: string, body: unknown, at?: string) =>
      call('POST', path, JSON.stringify(body), 'application/json', at),
    put: (path: string, body: BodyInit, type: string) => call('PUT', path, body, type),
  }
}

/** Signs in with the code in an email, and returns a client that calls the portal as that user. */
export const signInByCode = async (url: string, email: string, mailServer: MailServer) => {
  const client = openPortalClient(url)
  const subject = 'Sign in to the Partner Portal'
  const sent = mailServer.mails.filter(
    (mail) => mail.subject === subject && mail.to?.some(({ address }) => address === email),
  ).length
  const asked = await client.post('/api/sign-in/code', { email })
  if (asked.status !== 202) throw new Error(`no code is sent: ${asked.status} ${await asked.text()}`)
  const code = codeIn(await mailServer.mailTo(email, sent + 1, subject))
  const redeemed = await client.post('/api/sign-in/redeem', { code })
  if (redeemed.status !== 200) throw new Error(`the code is refused: ${await redeemed.text()}`)
  return client
}

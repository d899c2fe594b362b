import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Email } from 'postal-mime'
import { mailPage, mailStyle } from './mail-page.ts'

const maxMails = 50

/** Registers the page of the emails that the demo has written to files. Only the demo calls this. */
export const registerDemoMailbox = (app: FastifyInstance, folder: string) => {
  app.get('/demo/mail', { config: { access: 'anyone' } }, async (_request, reply) => {
    const names = await readdir(folder).catch(() => [] as string[])
    const { default: PostalMime } = await import('postal-mime')
    const mails: Email[] = []
    for (const name of names
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .reverse()
      .slice(0, maxMails)) {
      mails.push(await PostalMime.parse(await readFile(join(folder, name))))
    }
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(mailPage(mails))
  })

  // The style is in a separate file, because the content security policy allows no inline styles.
  app.get('/demo/mail.css', { config: { access: 'anyone' } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(mailStyle),
  )
}

import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { type Mailer, messageOf } from './mailer.ts'

/** Creates a mailer that writes each email as an `.eml` file named by its time, for machines without a mail server. */
export const createFileMailer = (folder: string, from: string): Mailer => {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(from, mail))
      await mkdir(folder, { recursive: true })
      const path = join(
        folder,
        `${new Date().toISOString().replaceAll(':', '-')}-${crypto.randomUUID().slice(0, 8)}.eml`,
      )
      await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${path}.part`, path)
    },
    close: () => transport.close(),
  }
}

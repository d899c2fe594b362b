import type { MailServer } from '#test/smtp.ts'

type Mail = Awaited<ReturnType<MailServer['mailTo']>>

const found = (mail: Mail, pattern: RegExp) => {
  const [, part] = pattern.exec(mail.text ?? '') ?? []
  if (!part) throw new Error(`The mail has no ${pattern}:\n${mail.text}`)
  return part
}

/** The code of a sign-in mail. */
export const codeIn = (mail: Mail) => found(mail, /^(\d{6})$/m)

/** The link of a sign-in mail. */
export const linkIn = (mail: Mail) => found(mail, /(https?:\/\/\S+#token=[\w-]+)/)

import type { Email } from 'postal-mime'

const find = (mail: Email, pattern: RegExp) => {
  const [, found] = pattern.exec(mail.text ?? '') ?? []
  if (!found) throw new Error(`This mail has no ${pattern}:\n${mail.text}`)
  return found
}

/** The six digits of a sign-in email. */
export const codeIn = (mail: Email) => find(mail, /^(\d{6})$/m)

/** The whole address of its link, and the token in it, which browsers do not send to servers. */
export const linkIn = (mail: Email) => find(mail, /(https?:\/\/\S+)/)
export const tokenIn = (mail: Email) => find(mail, /#token=([\w-]{43})/)

interface SmtpError {
  responseCode?: number
  response?: string
  command?: string
}

const isPermanent = (code: number) => code >= 500 && code <= 599

// RFC 3463: 5.1 is about the address, but for those of the sender, and 5.2.1 about a mailbox that is switched off. One that is full may be
// emptied, and 5.7 is about policies.
const concernsAddress = (status: string) => /^5\.1\.(?![78]$)\d+$|^5\.2\.1$/.test(status)

// RFC 5321 and RFC 7504: the mailbox is unknown, has moved or has no valid name, or the domain takes no email.
const codesOfAddress = new Set([521, 550, 551, 553, 556])

// Some mail servers say with the same codes that they do not relay for the portal, or that its network is on a list.
const concernsSender =
  /\b(?:relay\w*|block\w*|blacklist\w*|listed|spam\w*|polic\w+|denied|authenticat\w+|sender|full|quota)\b/i

/**
 * What a mail server said when it refused the address for good; undefined for every other failure, such as one of the sender, of the content
 * or of the server itself, which the next attempt may not meet.
 */
export const addressRefusal = (error: unknown): string | undefined => {
  const { responseCode = 0, response = '', command } = (error ?? {}) as SmtpError
  if (!isPermanent(responseCode)) return undefined
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  if (status !== undefined) {
    return (command === 'RCPT TO' || command === 'DATA') && concernsAddress(status) ? response : undefined
  }
  // After the content, a bare code may as well be about the content.
  const isOfAddress =
    command === 'RCPT TO' && codesOfAddress.has(responseCode) && !concernsSender.test(response)
  return isOfAddress ? response : undefined
}

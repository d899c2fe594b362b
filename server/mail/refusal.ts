interface SmtpError {
  code?: unknown
  responseCode?: number
  response?: string
  command?: string
  message?: string
}

/** What a mail server has refused for good, and its reply. */
export interface Refusal {
  what: 'address' | 'message'
  reply: string
}

const isPermanent = (code: number) => code >= 500 && code <= 599

// RFC 3463: 5.1 concerns the address, except for the codes about the sender's, and 5.2.1 a disabled mailbox. A full mailbox does not count,
// because its owner may empty it.
const concernsAddress = (status: string) => /^5\.1\.(?![78]$)\d+$|^5\.2\.1$/.test(status)

// 5.2.3 and 5.3.4 mean that the email is too large for the mailbox or the server, and 5.6 concerns the email's content.
const concernsMessage = (status: string) => /^5\.(?:2\.3|3\.4|6\.\d+)$/.test(status)

// 5.7.1 can be any policy, and 5.0.0 anything. Like a code without a status, they concern the email only when they follow its content.
const isVague = (status: string) => /^5\.(?:0\.0|7\.1)$/.test(status)

// RFC 5321 and RFC 7504: the mailbox is unknown, has moved or has an invalid name, or the domain accepts no email.
const codesOfAddress = new Set([521, 550, 551, 553, 556])

// The content breaks a rule or is too large. The other codes after the content concern commands, the login or the server as a whole.
const codesOfMessage = new Set([550, 552, 554])

// Some mail servers use the same codes when they do not relay for the portal, or when its network is on a blocklist.
const concernsSender =
  /\b(?:relay\w*|block\w*|blacklist\w*|listed|spam\w*|polic\w+|denied|authenticat\w+|sender|full|quota)\b/i

// After the content, these words mean problems that somebody can fix: blocklists, missing proofs of the sender's domain, limits.
const concernsServer =
  /\b(?:relay\w*|black ?list\w*|block ?list\w*|blocked using|listed|spf|dkim|dmarc|dnsbl|rbl|ptr|reverse dns|rdns|authenticat\w+|sender|reputation|rate|too many|try again|later|full|quota|space)\b/i

const kindOf = ({ responseCode = 0, response = '', command }: SmtpError): Refusal['what'] | undefined => {
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  const isOfRecipient = command === 'RCPT TO'
  const isOfContent = command === 'DATA'
  if (status !== undefined && concernsMessage(status)) return 'message'
  if (status !== undefined && !isVague(status)) {
    return (isOfRecipient || isOfContent) && concernsAddress(status) ? 'address' : undefined
  }
  if (isOfContent && codesOfMessage.has(responseCode) && !concernsServer.test(response)) return 'message'
  const isOfAddress =
    status === undefined &&
    isOfRecipient &&
    codesOfAddress.has(responseCode) &&
    !concernsSender.test(response)
  return isOfAddress ? 'address' : undefined
}

/**
 * Returns what a mail server has refused for good: the reader's address, or the email because of its content. Undefined for every other
 * failure, such as one of the login, the sender or the server itself, which the next attempt may not have.
 */
export const refusalOf = (error: unknown): Refusal | undefined => {
  const failure = (error ?? {}) as SmtpError
  const { code, responseCode = 0, response = '', message = '' } = failure
  // Nodemailer knows the maximum size that the server accepts, and does not send larger emails.
  if (code === 'EMESSAGE' && !responseCode && /size/i.test(message))
    return { what: 'message', reply: message }
  const what = isPermanent(responseCode) ? kindOf(failure) : undefined
  return what && { what, reply: response }
}

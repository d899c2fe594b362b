interface SmtpError {
  code?: unknown
  responseCode?: number
  response?: string
  command?: string
  message?: string
}

/** What a mail server has refused for good, and what it said. */
export interface Refusal {
  what: 'address' | 'message'
  reply: string
}

const isPermanent = (code: number) => code >= 500 && code <= 599

// RFC 3463: 5.1 is about the address, but for those of the sender, and 5.2.1 about a mailbox that is switched off. One that is full may be
// emptied.
const concernsAddress = (status: string) => /^5\.1\.(?![78]$)\d+$|^5\.2\.1$/.test(status)

// 5.2.3 and 5.3.4: the email is too large for the mailbox or the server. 5.6 is about what the email consists of.
const concernsMessage = (status: string) => /^5\.(?:2\.3|3\.4|6\.\d+)$/.test(status)

// 5.7.1 is any policy, and 5.0.0 says nothing: like a bare code, they are about the email only when they come after its content.
const isVague = (status: string) => /^5\.(?:0\.0|7\.1)$/.test(status)

// RFC 5321 and RFC 7504: the mailbox is unknown, has moved or has no valid name, or the domain takes no email.
const codesOfAddress = new Set([521, 550, 551, 553, 556])

// The content breaks a rule or is too large. The other codes are about commands, the login or the server as a whole.
const codesOfMessage = new Set([550, 552, 554])

// Some mail servers say with the same codes that they do not relay for the portal, or that its network is on a list.
const concernsSender =
  /\b(?:relay\w*|block\w*|blacklist\w*|listed|spam\w*|polic\w+|denied|authenticat\w+|sender|full|quota)\b/i

// After the content, what the operator can mend or the reader can empty: networks on a list, missing proofs of the sender's domain, limits.
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
 * What a mail server has refused for good: the address of the reader, or the email for what it consists of. Undefined for every other
 * failure, such as one of the login, of the sender or of the server itself, which the next attempt may not meet.
 */
export const refusalOf = (error: unknown): Refusal | undefined => {
  const failure = (error ?? {}) as SmtpError
  const { code, responseCode = 0, response = '', message = '' } = failure
  // Nodemailer has read the greatest size that the server takes, and does not send more.
  if (code === 'EMESSAGE' && !responseCode && /size/i.test(message))
    return { what: 'message', reply: message }
  const what = isPermanent(responseCode) ? kindOf(failure) : undefined
  return what && { what, reply: response }
}

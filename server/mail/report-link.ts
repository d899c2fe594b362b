import { reportLinkDays } from '#contract/account/sessions.ts'
import type { EmailContent } from './email-content.ts'

/**
 * An email about the security of an account, with "This wasn't me", which ends all its sessions.
 * @param url made for this one email, such as by `createReportLink`
 */
export const withReportLink = (content: EmailContent, url: string): EmailContent => {
  const report = { label: "This wasn't me", url }
  const ends = `"This wasn't me" signs the account out everywhere. It works for ${reportLinkDays} days.`
  return {
    ...content,
    ...(content.action ? { secondAction: report } : { action: report }),
    footnote: [content.footnote, ends].filter(Boolean).join(' '),
  }
}

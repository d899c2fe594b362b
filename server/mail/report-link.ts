import { reportLinkDays } from '#contract/limits.ts'
import type { EmailContent } from './email-content.ts'

/**
 * Adds the button "This wasn't me", which ends all sessions, to an email about the security of an account.
 * @param url a URL made for this one email, for example by `createReportLink`
 */
export const withReportLink = (content: EmailContent, url: string): EmailContent => {
  const report = { label: "This wasn't me", url }
  const ends = `"This wasn't me" signs your account out everywhere. The link works for ${reportLinkDays} days.`
  return {
    ...content,
    ...(content.action ? { secondAction: report } : { action: report }),
    footnote: [content.footnote, ends].filter(Boolean).join(' '),
  }
}

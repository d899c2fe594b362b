import { formatCode } from '#contract/sign-in-code.ts'
import type { EmailContent } from '#server/mail/email-content.ts'

// The subject must not contain the code, because the mail log stores subjects.
export const stepUpSubject = "Confirm that it's you in the Partner Portal"

export const stepUpEmail = (code: string, minutes: number): EmailContent => ({
  heading: 'Your confirmation code',
  paragraphs: [
    `Enter this code in the portal, in the browser where you requested it. It works once and expires in ${minutes} minutes. Only the newest code works.`,
  ],
  code: formatCode(code),
  footnote: `Never share this code. If you didn't request it, someone else is signed in as you: select "This wasn't me".`,
})

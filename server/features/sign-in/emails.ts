import { wrongCodesPerDay } from '#contract/sign-in.ts'
import { codeMinutes, formatCode } from '#contract/sign-in-code.ts'
import { notInvitedMessage } from '#contract/sign-in-errors.ts'
import type { EmailContent } from '#server/mail/email-content.ts'

// All emails of a sign-in have the same subject, without the code, since the mail log stores subjects.
export const signInSubject = 'Sign in to the Partner Portal'

const notYou = "If you didn't try to sign in, you can ignore this email. No one can sign in without it."

export const signInEmail = (code: string, url: string): EmailContent => ({
  heading: 'Your sign-in code',
  paragraphs: [
    `Enter this code on the sign-in page. It works once and expires in ${codeMinutes} minutes. Only the newest code works.`,
  ],
  code: formatCode(code),
  action: { label: 'Sign in with this link', url },
  footnote: `Open the link in the browser where you requested it. ${notYou}`,
})

/** Sent instead of the email with a code after too many wrong codes. */
export const signInLinkEmail = (url: string): EmailContent => ({
  heading: 'Your sign-in link',
  paragraphs: [
    `Open this link in the browser where you requested it. It works once and expires in ${codeMinutes} minutes. Only the newest link works.`,
    'There is no code in this email because too many wrong codes were entered for this email address today.',
  ],
  action: { label: 'Sign in with this link', url },
  footnote: notYou,
})

export const wrongCodesSubject = 'Wrong sign-in codes for your account'

export const wrongCodesEmail = (url: string): EmailContent => ({
  heading: wrongCodesSubject,
  paragraphs: [
    `Wrong sign-in codes were entered for your Partner Portal account ${wrongCodesPerDay} times within a day. No one signed in with them.`,
    'Codes are now off for your account for up to a day. You can still sign in as usual. If you sign in by email, use the link in it.',
  ],
  action: { label: 'Go to the sign-in page', url },
  footnote: 'If you entered the wrong codes yourself, no action is needed.',
})

export const notInvitedEmail = (): EmailContent => ({
  heading: 'No account for this email address',
  paragraphs: [
    'Someone, probably you, tried to sign in to the Partner Portal with this email address.',
    notInvitedMessage,
  ],
  footnote: "If it wasn't you, you can ignore this email.",
})

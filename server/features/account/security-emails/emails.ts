import type { EmailContent } from '#server/mail/email-content.ts'
import { writtenMoment } from '#server/mail/written-moment.ts'

export const newBrowserSubject = 'New sign-in to your Partner Portal account'

type SignIn = { at: string; timeZone: string | null; browser: string; address: string }

export const newBrowserEmail = ({ at, timeZone, browser, address }: SignIn): EmailContent => ({
  heading: newBrowserSubject,
  paragraphs: [
    'Someone, probably you, signed in to your account in a new browser.',
    `Time: ${writtenMoment(new Date(at), timeZone)}\nBrowser: ${browser}\nNetwork address: ${address}`,
    "If this was you, you don't need to do anything. If not, use the button below.",
  ],
})

export const reportSubject = 'A sign-in to the Partner Portal was reported'

export const reportEmail = (user: { name: string; email: string }, url: string): EmailContent => ({
  heading: reportSubject,
  paragraphs: [
    `${user.name} (${user.email}) reported a sign-in that wasn't them.`,
    "All their sessions have ended, and earlier sign-in emails no longer work. They can sign in again. Check with them, and look for changes in the audit log. If they don't recognize a passkey, reset their passkeys.",
  ],
  action: { label: 'View user', url },
})

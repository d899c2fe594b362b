import type { EmailContent } from '#server/mail/email-content.ts'

const written = (at: string, timeZone: string | null) => {
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timeZone ?? 'UTC',
  })
  return `${format.format(new Date(at)).replaceAll('\u202f', ' ')} ${timeZone?.replaceAll('_', ' ') ?? 'UTC'}`
}

export const newBrowserSubject = 'New sign-in to your Partner Portal account'

type SignIn = { at: string; timeZone: string | null; browser: string; address: string }

export const newBrowserEmail = ({ at, timeZone, browser, address }: SignIn): EmailContent => ({
  heading: newBrowserSubject,
  paragraphs: [
    'Someone, probably you, signed in to your account in a new browser.',
    `Time: ${written(at, timeZone)}\nBrowser: ${browser}\nNetwork address: ${address}`,
    'If this was you, no action is needed.',
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

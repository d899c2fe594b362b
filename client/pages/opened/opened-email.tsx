import { EmailDialog } from '#client/features/emails/email-dialog.tsx'
import type { OpenedProps } from './opened-props.ts'

/** The dialog of an email of the log, for staff. */
export default function OpenedEmail({ id, user: _user, ...opening }: OpenedProps) {
  return <EmailDialog key={id} emailId={id} {...opening} />
}

import type { EmailSwitch } from '#contract/notifications/kinds.ts'
import { switchOfType } from '#contract/notifications/unsubscribe.ts'
import type { EmailContent } from './email-content.ts'

/** Returns the preferences that switch an email off; none for an email that is always sent. */
export const switchesOf = ({
  type,
  content,
}: {
  type: string
  content: EmailContent | null
}): EmailSwitch[] => {
  const ofType = switchOfType(type)
  return ofType ? [ofType] : (content?.switches ?? [])
}

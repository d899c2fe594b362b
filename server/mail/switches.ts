import type { EmailSwitch } from '#contract/notifications/kinds.ts'
import { switchOfType } from '#contract/notifications/unsubscribe.ts'
import type { EmailContent } from './email-content.ts'

/** The switches that turn an email off; none for one that always goes out. */
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

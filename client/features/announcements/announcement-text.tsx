import { Day } from '#client/domain/day.tsx'
import { LinkedText } from '#client/domain/linked-text.tsx'
import type { Announcement } from '#contract/announcements.ts'

/** The sender and the time of an announcement. Partners see staff as one team. */
export const Byline = ({ publishAt }: Pick<Announcement, 'publishAt'>) => (
  <>
    Partner Team · <Day at={publishAt} exact />
  </>
)

/** The whole text of an announcement. */
export function WholeText({ body }: Pick<Announcement, 'body'>) {
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      <LinkedText text={body} />
    </p>
  )
}

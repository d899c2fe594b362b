import { Day } from '#client/domain/day.tsx'
import { LinkedText } from '#client/domain/linked-text.tsx'
import type { Announcement } from '#contract/announcements.ts'

/** From whom it is, and when; partners know staff as one team. */
export const Byline = ({ publishAt }: Pick<Announcement, 'publishAt'>) => (
  <>
    Partner Team · <Day at={publishAt} exact />
  </>
)

/** All of it. */
export function WholeText({ body }: Pick<Announcement, 'body'>) {
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      <LinkedText text={body} />
    </p>
  )
}

import { ClipboardPen } from 'lucide-react'
import { Link } from 'wouter'
import { useRecapDialog } from '#client/domain/opened.ts'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Titled } from '#client/ui/facts.tsx'
import type { Recap } from '#contract/recaps.ts'
import { addressOf } from '#contract/screens.ts'
import { PhotoGrid } from './photo-grid.tsx'

/** What came of an event, in the dialog of its activation; before that, the way to the form that asks for it. */
export function RecapSection({ recap }: { recap: Recap }) {
  const { linkTo } = useRecapDialog()
  const { id, guests, signUps, photos, submittedAt, event } = recap
  return (
    <Titled title="Recap">
      {submittedAt ? (
        <p className="text-20 tabular-nums">
          {`${formatCount(guests ?? 0, 'guest')}, ${formatCount(signUps ?? 0, 'sign-up')}`}
        </p>
      ) : (
        <p className="text-muted">How did it go? Two numbers and a few photos are enough.</p>
      )}
      <PhotoGrid photos={photos} name={event.name} />
      <div className="flex flex-wrap gap-2">
        {submittedAt && (
          <Button asChild size="small">
            <Link href={addressOf.recap(id)}>Open the recap</Link>
          </Button>
        )}
        <Button asChild size="small" icon={ClipboardPen}>
          <Link {...linkTo(id)}>{submittedAt ? 'Edit recap' : 'Write the recap'}</Link>
        </Button>
      </div>
    </Titled>
  )
}

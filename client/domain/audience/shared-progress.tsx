import { Link } from 'wouter'
import { formatNumber } from '#client/lib/format.ts'
import { classNames } from '#client/ui/class-names.ts'
import { ProgressBar } from '#client/ui/progress.tsx'

type SharedProgressProps = {
  name: string
  done: number
  partners: number
  /** The verb for what partners have done, as in "7 of 12 completed". */
  verb: string
  /** The number of partners who joined when it was already over; they are counted separately. */
  joinedLater?: number | undefined
  /** Whether the progress is shown in a narrow column. */
  narrow?: boolean
  /** The addresses of the lists of those who have completed it, and of everyone. */
  lists?: { done: string; all: string }
}

/** Shows how many partners have completed something that several partners were given. */
export function SharedProgress({
  name,
  done,
  partners,
  verb,
  joinedLater = 0,
  narrow = false,
  lists,
}: SharedProgressProps) {
  const text =
    partners === 0 ? 'No partners yet' : `${formatNumber(done)} of ${formatNumber(partners)} ${verb}`
  return (
    <div className={classNames('grid w-full max-w-48 grid-cols-1 gap-1', narrow ? 'min-w-20' : 'min-w-32')}>
      <span className="text-13 text-muted tabular-nums">
        {lists && partners > 0 ? (
          <>
            <Link href={lists.done} className="text-link">
              {formatNumber(done)}
            </Link>
            {' of '}
            <Link href={lists.all} className="text-link">
              {formatNumber(partners)}
            </Link>
            {` ${verb}`}
          </>
        ) : (
          text
        )}
      </span>
      {joinedLater > 0 && (
        <span className="text-13 text-muted tabular-nums">{`${formatNumber(joinedLater)} joined later`}</span>
      )}
      <ProgressBar label={`Progress of ${name}`} value={done} max={partners} valueText={text} />
    </div>
  )
}

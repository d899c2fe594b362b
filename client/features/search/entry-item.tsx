import { Autocomplete } from '@base-ui/react/autocomplete'
import { Link } from 'wouter'
import { Day } from '#client/domain/day.tsx'
import { Kbd } from '#client/ui/kbd.tsx'
import { MarkedText } from '#client/ui/marked-text.tsx'
import type { Entry } from './entries.tsx'

type EntryItemProps = {
  entry: Entry
  /** The typed text, which is marked in the entry. */
  typed: string
  onChoose: (entry: Entry) => void
}

/** A line of the search. Entries that lead somewhere are links, so that an unfinished form asks before it is left, and new tabs work. */
export function EntryItem({ entry, typed, onChoose }: EntryItemProps) {
  const { title, detail, moment, icon, keys } = entry
  return (
    <Autocomplete.Item
      value={entry}
      onClick={() => onChoose(entry)}
      {...('href' in entry && { render: <Link href={entry.href} state={entry.state} tabIndex={-1} /> })}
      className={
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 ' +
        'data-highlighted:bg-sunken data-highlighted:outline-2 data-highlighted:outline-accent data-highlighted:-outline-offset-2'
      }
    >
      {icon}
      <span className="min-w-0 flex-1 leading-5">
        <span className="block truncate" title={title}>
          <MarkedText text={title} typed={typed} />
        </span>
        {(detail || moment) && (
          <span className="block truncate text-13 text-muted" title={detail}>
            {detail && <MarkedText text={detail} typed={typed} />}
            {moment && (
              <>
                {detail && ' · '}
                {moment.of} <Day at={moment.at} />
              </>
            )}
          </span>
        )}
      </span>
      {keys && (
        <span className="max-sm:hidden">
          <Kbd keys={keys} />
        </span>
      )}
    </Autocomplete.Item>
  )
}

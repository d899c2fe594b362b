import { useQuery } from '@tanstack/react-query'
import { Day } from '#client/domain/day.tsx'
import { useAddressView } from '#client/lib/address-view.ts'
import { pageOf } from '#client/lib/query-client.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { NoteItem } from './note-item.tsx'

/** Reads the pinned notes about a partner, and the note that the address names. */
export const useNotesOnTop = (partnerId: string) => {
  const note = useAddressView().get('note')
  return useQuery(
    pageOf('/api/admin/partners/:partnerId/notes', {
      params: { partnerId },
      query: { pinned: 'true', note, limit: '20' },
    }),
  )
}

/** The pinned notes about a partner, and the note that the address names. */
export function NotesOnTop({ me, partnerId }: { me: CurrentUser; partnerId: string }) {
  const note = useAddressView().get('note')
  const { data } = useNotesOnTop(partnerId)
  if (!data?.rows.length) return null
  return (
    <ul aria-label="Pinned notes" className="grid grid-cols-1 gap-2">
      {data.rows.map((each) => (
        <li key={each.id}>
          <NoteItem
            note={each}
            me={me}
            time={<Day at={each.happenedAt} exact />}
            isMarked={each.id === note}
          />
        </li>
      ))}
    </ul>
  )
}

import { useRef, useState } from 'react'
import { formatCount } from '#client/lib/format.ts'
import { AlertDialog } from '#client/ui/alert-dialog.tsx'
import { Button } from '#client/ui/button.tsx'
import type { AdminUser } from '#contract/users/users.ts'
import { useInviteUsers } from './change-users.ts'
import type { Selection } from './selection.ts'
import { SetGroupOfSelected } from './set-group-of-selected.tsx'
import { SelectPage } from './user-columns.tsx'

type SelectionBarProps = {
  selection: Selection
  /** The users of the page shown. */
  shown: AdminUser[]
  /** How many are listed; undefined while that is on its way. */
  total: number | undefined
}

/** Says how many users there are, or how many are selected, with what can be done with these. */
export function SelectionBar({ selection, shown, total }: SelectionBarProps) {
  const place = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<'group' | 'invitation' | null>(null)
  const invite = useInviteUsers()
  const { ids, isFull } = selection
  const close = () => setAsked(null)

  const handleClear = () => {
    // The button goes away with what was selected. Who has gone on meanwhile is left where they are.
    if (place.current?.contains(document.activeElement)) place.current.focus()
    selection.clear()
  }

  return (
    <div
      ref={place}
      tabIndex={-1}
      className={
        'flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-surface px-4 py-2 outline-none sm:px-5 ' +
        'max-md:sticky max-md:top-14 max-md:z-10 max-md:pl-1.5'
      }
    >
      <span className="md:hidden">
        <SelectPage shown={shown} selection={selection} />
      </span>
      <p role="status" className="mr-auto text-13 text-muted tabular-nums">
        {ids.length > 0 ? (
          <>
            <span className="font-medium text-ink">{ids.length} selected</span>
            {isFull && ', the most at a time'}
          </>
        ) : (
          total !== undefined && totalWords(total)
        )}
      </p>
      {ids.length > 0 && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => setAsked('group')}>
            Set group…
          </Button>
          <Button size="small" pending={invite.isPending} onClick={() => setAsked('invitation')}>
            Resend invitation
          </Button>
          <Button size="small" variant="quiet" onClick={handleClear}>
            Clear
          </Button>
        </div>
      )}
      {asked === 'group' && <SetGroupOfSelected ids={ids} onDone={selection.clear} onClose={close} />}
      <AlertDialog
        open={asked === 'invitation'}
        onOpenChange={close}
        tone="primary"
        title={`Resend the invitation to ${formatCount(ids.length, 'user')}?`}
        description="Each of them gets a mail with the way to sign in, except who is disabled or does not want such mails."
        confirmLabel="Resend invitation"
        onConfirm={() => invite.mutate([...ids], { onSuccess: handleClear })}
      />
    </div>
  )
}

const totalWords = (total: number) =>
  total === 1 ? '1 total user' : `${total.toLocaleString('en-US')} total users`

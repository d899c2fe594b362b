import { Handshake, type LucideIcon, Pencil, Phone, Pin, PinOff, StickyNote, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { MentionedText } from '#client/domain/mentions/mentioned-text.tsx'
import { RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { MenuItem } from '#client/ui/menu.tsx'
import { type NoteKind, noteKindLabels } from '#contract/partners/note-kinds.ts'
import type { PartnerNote } from '#contract/partners/notes.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { useDeleteNote, usePinNote } from './mutations.ts'
import { EditNote } from './note-form.tsx'

const icons: Record<NoteKind, LucideIcon> = { note: StickyNote, call: Phone, meeting: Handshake }

type NoteItemProps = { note: PartnerNote; me: CurrentUser; time: ReactNode; isMarked?: boolean }

/** A note with its author, its time and its actions. A marked note is the one that a link led to. */
export function NoteItem({ note, me, time, isMarked = false }: NoteItemProps) {
  const { kind, author, body, mentions, isPinned, editedAt } = note
  const { mutate: pin } = usePinNote(note)
  const { mutate: remove } = useDeleteNote(note)
  const Icon = icons[kind]
  const authorName = author?.name ?? 'Deleted user'
  const isOwn = author?.id === me.id
  return (
    <article
      aria-current={isMarked || undefined}
      className={classNames(
        'flex items-start gap-3 rounded-control border border-line bg-caution-soft px-3 py-2.5',
        isMarked && 'outline-2 outline-accent',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere whitespace-pre-wrap">
          <MentionedText text={body} mentions={mentions} />
        </p>
        <p className="wrap-anywhere text-13 text-muted">
          {`${noteKindLabels[kind]} · ${authorName} · `}
          {time}
          {editedAt && ' · edited'}
          {isPinned && ' · pinned'}
        </p>
      </div>
      <RowMenu name={`the ${noteKindLabels[kind].toLowerCase()} of ${authorName}`} row={{}}>
        <MenuItem icon={isPinned ? PinOff : Pin} onSelect={() => pin()}>
          {isPinned ? 'Unpin' : 'Pin to the top'}
        </MenuItem>
        {isOwn && (
          <MenuItem icon={Pencil} opens={(opening) => <EditNote {...opening} note={note} />}>
            Edit
          </MenuItem>
        )}
        {(isOwn || me.role === 'admin') && (
          <MenuItem icon={Trash2} tone="danger" onSelect={() => remove()}>
            Delete
          </MenuItem>
        )}
      </RowMenu>
    </article>
  )
}

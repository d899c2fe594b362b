import { Bookmark, Ellipsis } from 'lucide-react'
import { useLocation } from 'wouter'
import { addressOfView, isChanged, type ShownView } from '#client/domain/views/views.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Menu, MenuItem } from '#client/ui/menu.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import type { SavedView } from '#contract/views.ts'
import { useEffectQuestions } from './effect.ts'
import { useChangeView, useDeleteView } from './mutations.ts'
import { RenameView, SaveView } from './view-dialogs.tsx'

const sharedBy = ({ owner }: SavedView, user: CurrentUser, mayChange: boolean) => {
  const name = owner?.id === user.id ? 'you' : (owner?.name ?? 'the team')
  return `Shared by ${name}${mayChange ? '' : '. Only they or an admin can change it.'}`
}

type ViewBarProps = {
  user: CurrentUser
  shown: ShownView
  /** The view that the address names. */
  view: SavedView | undefined
}

/** The saved view that the table shows, with what can be done with it; or the button that saves what it shows as a view. */
export function ViewBar({ user, shown, view }: ViewBarProps) {
  const [, navigate] = useLocation()
  const changing = useChangeView()
  const save = (label: string) => (
    <Button
      size="low"
      variant="quiet"
      icon={Bookmark}
      opens={(opening) => (
        <SaveView {...opening} shown={shown} onSaved={(saved) => navigate(addressOfView(saved))} />
      )}
    >
      {label}
    </Button>
  )
  if (!view) return save('Save view')
  const mayChange = view.owner?.id === user.id || user.role === 'admin'
  const hasChanged = isChanged(view, shown)
  return (
    <fieldset aria-label="View" className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      {/* The rail shows the name as well, and on one line with the filters there is no room for it beside the buttons. */}
      <span
        className={classNames(
          'flex min-w-0 items-center gap-1.5 font-medium text-13',
          hasChanged && 'lg:sr-only',
        )}
      >
        <Bookmark aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 break-words">{view.name}</span>
      </span>
      {view.isShared && !(hasChanged && mayChange) && (
        <span className="text-13 text-muted">{sharedBy(view, user, mayChange)}</span>
      )}
      {hasChanged && (
        <>
          <Badge tone="caution">Changed</Badge>
          {mayChange && <SaveButton view={view} shown={shown} />}
          {save('Save as new')}
          <Button size="low" variant="quiet" onClick={() => navigate(addressOfView(view))}>
            Reset
          </Button>
        </>
      )}
      {mayChange && (
        <ViewMenu
          view={view}
          onShare={() => changing.mutate({ view, change: { isShared: !view.isShared } })}
        />
      )}
    </fieldset>
  )
}

function ViewMenu({ view, onShare }: { view: SavedView; onShare: () => void }) {
  const [, navigate] = useLocation()
  const { mutate: remove } = useDeleteView(() => navigate('/admin?tab=partners'))
  const { beforeDeletion } = useEffectQuestions(view)
  return (
    <Menu
      trigger={
        <IconButton
          icon={Ellipsis}
          label={`More actions for the view ${view.name}`}
          className="size-6! touch:size-11!"
        />
      }
    >
      <MenuItem opens={(opening) => <RenameView {...opening} view={view} />}>Rename…</MenuItem>
      <MenuItem onSelect={onShare}>{view.isShared ? 'Stop sharing' : 'Share with all staff'}</MenuItem>
      <MenuItem tone="danger" onSelect={() => beforeDeletion((uses) => remove({ view, uses }))}>
        Delete…
      </MenuItem>
    </Menu>
  )
}

/** Saves what the table shows in a view, after showing what that does. */
function SaveButton({ view, shown }: { view: SavedView; shown: ShownView }) {
  const changing = useChangeView()
  const { beforeChange, isPending } = useEffectQuestions(view)
  return (
    <Button
      size="low"
      variant="primary"
      pending={isPending || changing.isPending}
      onClick={() =>
        beforeChange(shown.filter, (uses) => changing.mutate({ view, change: { ...shown, uses } }))
      }
    >
      Save
    </Button>
  )
}

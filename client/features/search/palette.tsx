import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { Search, SearchX, X } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { viewerKey } from '#client/domain/current-user.ts'
import { isOffline } from '#client/lib/connection.ts'
import { isOfInputMethod } from '#client/lib/input-method.ts'
import { useEarlyEnter } from '#client/lib/use-early-enter.ts'
import { Alert } from '#client/ui/alert.tsx'
import { IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { DialogClose, DialogFrame } from '#client/ui/dialog.tsx'
import type { DialogOpening, RenderDialog } from '#client/ui/dialog-host.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Kbd } from '#client/ui/kbd.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { limits } from '#contract/limits.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { type AdminTabs, matchingActions, type PartnerAction, useActions } from './actions.tsx'
import { type Entry, type EntryGroup, fartherSearches, useEntries } from './entries.tsx'
import { EntryItem } from './entry-item.tsx'
import { addRecent, type Found, listRecent } from './recent.ts'
import type { Scope, Shortcut } from './shortcuts/shortcuts.ts'
import { useResults } from './use-results.ts'

type Given = {
  user: CurrentUser
  scope: Scope
  shortcuts: Shortcut[]
  adminTabs: AdminTabs
  partnerActions: readonly PartnerAction[]
  /** Opens a dialog once the search is closed. */
  onOpenDialog: (render: RenderDialog) => void
  typed: string
  onType: (text: string) => void
}
type PaletteProps = DialogOpening & Given

/** Searches everything that the user may see, and offers actions. On a phone it covers the screen. */
export default function Palette({ open, onOpenChange, ...content }: PaletteProps) {
  const isGoingRef = useRef(false)

  // Escape must not also close a dialog below the search.
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onOpenChange(false)
  }
  const handleChosen = (isGoing: boolean) => {
    isGoingRef.current = isGoing
    onOpenChange(false)
  }

  return (
    <DialogFrame
      open={open}
      onOpenChange={onOpenChange}
      onKeyDown={handleKeyDown}
      // After the user has followed an entry, the focus goes to what that opened, not to the button that opened the search.
      focusAfter={() => (isGoingRef.current ? topOfScreen() : null)}
      className={
        'fixed flex flex-col overflow-clip bg-raised shadow-dialog focus:outline-none max-sm:inset-0 ' +
        'sm:inset-x-0 sm:top-[12dvh] sm:mx-auto sm:h-[min(32rem,76dvh)] sm:w-[calc(100%-3rem)] sm:max-w-160 ' +
        'sm:rounded-card sm:border sm:border-line data-closed:animate-fade-out data-open:animate-fade-in'
      }
    >
      <BaseDialog.Title className="sr-only">Search</BaseDialog.Title>
      <PaletteContent {...content} onChosen={handleChosen} />
    </DialogFrame>
  )
}

/** Returns the topmost dialog, since nothing behind it can take the focus; if none is open, the content of the page. */
const topOfScreen = () => {
  const dialogs = document.querySelectorAll<HTMLElement>('[aria-modal="true"]:not([data-closed])')
  return [...dialogs].at(-1) ?? document.getElementById('content')
}

type ContentProps = Given & { onChosen: (isGoing: boolean) => void }

function PaletteContent({ user, scope, typed, onType, onChosen, onOpenDialog, ...offered }: ContentProps) {
  // The action that waits for its partner.
  const [asked, setAsked] = useState<PartnerAction | null>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const inputRef = useRef<HTMLInputElement>(null)
  const viewer = viewerKey(user)
  const actWith = (action: PartnerAction, partnerId: string) => {
    onChosen(true)
    onOpenDialog(action.open(partnerId))
  }
  const handlePartnerAction = (action: PartnerAction, partnerId: string | null) => {
    if (partnerId) return actWith(action, partnerId)
    setAsked(action)
    onType('')
    // A click on the action has taken the focus from the field.
    inputRef.current?.focus()
  }
  const actions = useActions(user, { scope, ...offered, onPartnerAction: handlePartnerAction })
  const { entryOf, groupsOf } = useEntries(scope.isStaff)
  const { isSearch, results, isCurrent, onRetry } = useResults(typed)
  useFollowedLink(listRef, () => onChosen(true))

  /** Returns the partners that were found, or else were opened last, for the action that waits for one. */
  const partnersFor = (action: PartnerAction): EntryGroup[] => {
    const found = results
      ? results.partners.map((row): Found => ({ kind: 'partners', row }))
      : listRecent(viewer).filter(({ kind }) => kind === 'partners')
    const items = found.map((each): Entry => {
      const { id, title, detail, icon } = entryOf(each)
      return { id, title, detail, icon, run: () => actWith(action, each.row.id) }
    })
    return [{ value: results ? 'Partners' : 'Recent partners', items }]
  }

  const groups = (): EntryGroup[] => {
    if (asked) return partnersFor(asked).filter(({ items }) => items.length > 0)
    const offered = matchingActions(actions, typed)
    const doing = { value: 'Actions', items: isSearch ? offered.slice(0, 4) : offered }
    // Actions first: they are there at once, and results that come later do not push them away.
    const all = isSearch
      ? [doing, ...(results ? groupsOf(results) : []), ...fartherSearches(typed.trim(), results, scope)]
      : [{ value: 'Recent', items: typed ? [] : listRecent(viewer).map(entryOf) }, doing]
    return all.filter(({ items }) => items.length > 0)
  }
  const shown = groups()
  const found = asked ? [results?.partners ?? []] : Object.values(results ?? {})
  const foundCount = found.reduce((sum, rows) => sum + rows.length, 0)

  const handleChoose = (entry: Entry) => {
    if (entry.found) addRecent(viewer, entry.found)
    if ('href' in entry) return
    if (!entry.staysOpen) onChosen(false)
    entry.run()
  }

  const chooseWhenFound = useEarlyEnter(typed, isCurrent, () => {
    if (foundCount > 0) listRef.current?.querySelector<HTMLElement>('[role=option]')?.click()
  })

  const handleKeyDown: InputProps['onKeyDown'] = (event) => {
    if (isOfInputMethod(event)) return event.preventBaseUIHandler()
    // Base UI would clear the field, and the dialog would stay open.
    if (event.key === 'Escape') event.preventBaseUIHandler()
    if (event.key === 'Backspace' && typed === '') setAsked(null)
    if (event.key !== 'Enter' || !isSearch || isCurrent || onRetry) return
    // The results may still be those of an earlier search, so Enter waits, unless the typed text matches an action.
    if (!asked && matchingActions(actions, typed).length > 0) return
    event.preventBaseUIHandler()
    chooseWhenFound(event)
  }

  const status = () => {
    if (!isSearch || onRetry) return ''
    if (!isCurrent) return 'Searching...'
    return foundCount === 1 ? '1 result' : `${foundCount} results`
  }

  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      items={shown}
      filter={null}
      autoHighlight="always"
      value={typed}
      onValueChange={(text, { reason }) => {
        if (reason === 'input-change') onType(text)
      }}
    >
      <div className="flex shrink-0 items-center gap-3 border-line border-b pr-2 pl-4">
        <Search aria-hidden className="size-5 shrink-0 text-muted" />
        <Autocomplete.Input
          ref={inputRef}
          data-search-field
          aria-label={asked ? `${asked.title} Which partner?` : 'Search'}
          placeholder={
            asked
              ? `${asked.title} Which partner?`
              : scope.isStaff
                ? 'Search partners, users, files, tasks...'
                : 'Search files, tasks, agreements...'
          }
          maxLength={limits.name}
          enterKeyHint="go"
          onKeyDown={handleKeyDown}
          className="h-14 min-w-0 flex-1 bg-transparent text-17 outline-none placeholder:text-muted"
        />
        <DialogClose>
          <IconButton icon={X} label="Close" />
        </DialogClose>
      </div>
      <div className="flex min-h-0 flex-1 flex-col">
        <Autocomplete.List
          ref={listRef}
          aria-label="Results"
          aria-busy={isSearch && !isCurrent && !onRetry}
          className={classNames(
            'min-h-0 overflow-y-auto overscroll-contain px-2 not-empty:py-2',
            isSearch && !isCurrent && 'opacity-60',
          )}
        >
          {(group: EntryGroup) => (
            <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
              <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 font-medium text-12 text-muted">
                {group.value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(entry: Entry) => (
                  <EntryItem
                    key={entry.id}
                    entry={entry}
                    typed={isSearch ? typed : ''}
                    onChoose={handleChoose}
                  />
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        {isSearch && !results && !onRetry && <LoadingRows />}
        {isSearch && isCurrent && foundCount === 0 && (
          <EmptyState icon={SearchX} line={`Nothing found for “${typed.trim()}”`} />
        )}
        {onRetry && (
          <div className="p-2">
            <Alert title="Search failed" onRetry={onRetry}>
              {isOffline() ? "You're offline." : 'Check your connection and try again.'}
            </Alert>
          </div>
        )}
      </div>
      <div className="flex shrink-0 items-center justify-between gap-4 border-line border-t px-4 py-2 text-12 text-muted max-sm:justify-end">
        <span aria-hidden className="flex items-center gap-2 max-sm:hidden">
          <Kbd keys={['↑', '↓']} /> Move <Kbd keys={['Enter']} /> Open <Kbd keys={['Esc']} /> Close
        </span>
        <Autocomplete.Status className="min-h-4">{status()}</Autocomplete.Status>
      </div>
    </Autocomplete.Root>
  )
}

type InputProps = ComponentProps<typeof Autocomplete.Input>

// Placeholders as high as the results.
const LoadingRows = () => (
  <div className="grid gap-1 px-1 pt-2">
    {[1, 2, 3, 4].map((row) => (
      <Skeleton key={row} className="h-11" />
    ))}
  </div>
)

/**
 * Calls back after a link in an element was followed in this tab. A form that asks before it is left stops the click, and the search must
 * close because it would cover that question. Therefore this listens before any other handler.
 */
const useFollowedLink = (parentRef: RefObject<HTMLElement | null>, onFollow: () => void) => {
  const handleClick = useEffectEvent(({ target, button, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (button !== 0 || ctrlKey || metaKey || shiftKey || !parentRef.current?.contains(link)) return
    setTimeout(onFollow)
  })
  useEffect(() => {
    const listener = (event: MouseEvent) => handleClick(event)
    window.addEventListener('click', listener, { capture: true })
    return () => window.removeEventListener('click', listener, { capture: true })
  }, [])
}

import { Search } from 'lucide-react'
import { modifierName } from '#client/lib/modifier-name.ts'
import { Kbd } from '#client/ui/kbd.tsx'
import { palette, shortcutList } from './openers.ts'

/** A button that looks like a field and opens the search; on a small screen it is an icon. */
export function SearchButton() {
  return (
    <button
      type="button"
      onClick={palette.open}
      className={
        'flex h-9 min-w-9 items-center gap-2 rounded-control text-13 text-muted hover:bg-sunken hover:text-ink touch:h-11 touch:min-w-11 ' +
        'max-xl:justify-center xl:w-52 xl:border xl:border-control xl:bg-surface xl:px-2.5'
      }
    >
      <Search aria-hidden className="size-5 xl:size-4" />
      <span className="max-xl:sr-only">Search</span>
      <span className="ml-auto max-xl:hidden">
        <Kbd keys={[modifierName(), 'K']} />
      </span>
    </button>
  )
}

/** The item of the account menu that opens the list of shortcuts. */
export function ShortcutsItem() {
  return (
    <button
      type="button"
      onClick={shortcutList.open}
      className="flex min-h-9 w-full items-center justify-between rounded-control px-2.5 hover:bg-sunken touch:min-h-11"
    >
      Keyboard shortcuts
      <Kbd keys={['?']} />
    </button>
  )
}

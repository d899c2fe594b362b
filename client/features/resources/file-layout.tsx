import { LayoutGrid, List, type LucideIcon } from 'lucide-react'
import { Link } from 'wouter'
import { classNames } from '#client/ui/class-names.ts'
import { previewOf } from '#contract/files/file-types.ts'
import type { Resource } from '#contract/resources/resources.ts'
import { type Layout, useLibraryView } from './library-view.ts'

const isShown = ({ fileType }: Pick<Resource, 'fileType'>) =>
  ['picture', 'video'].includes(previewOf(fileType) ?? '')

/** Returns the chosen layout or, if none is chosen, a grid if most of the files are pictures and films. */
export const layoutFor = (
  chosen: Layout | null,
  files: readonly Pick<Resource, 'fileType'>[] | undefined,
): Layout => chosen ?? (files && files.filter(isShown).length * 2 > files.length ? 'grid' : 'list')

const layouts: [Layout, string, LucideIcon][] = [
  ['list', 'List', List],
  ['grid', 'Grid', LayoutGrid],
]

/** Lets the user choose the layout of the files of a place. */
export function LayoutSwitch({ current }: { current: Layout }) {
  const view = useLibraryView()
  return (
    <nav aria-label="View" className="flex rounded-control border border-control bg-surface">
      {layouts.map(([layout, label, Icon]) => (
        <Link
          key={layout}
          href={view.with({ view: layout })}
          replace
          aria-label={label}
          title={label}
          aria-current={layout === current ? 'true' : undefined}
          className={classNames(
            'grid size-8 place-items-center rounded-control touch:size-11',
            layout === current ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-sunken hover:text-ink',
          )}
        >
          <Icon aria-hidden className="size-4" />
        </Link>
      ))}
    </nav>
  )
}

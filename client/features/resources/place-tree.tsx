import { Archive, ChevronRight, Clock, Folder, Library, type LucideIcon, PanelLeft } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { categoryIcons } from '#client/domain/category-icons.ts'
import { useIsStaff } from '#client/domain/current-user.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { categoryLabels, resourceCategories } from '#contract/resources/categories.ts'
import { type LibraryView, useLibraryView } from './library-view.ts'
import { useFolders } from './queries.ts'

const noPlace = 'Recently added'

/** The name of a place as the tree has it. */
export const usePlaceName = ({ category, folder, withdrawn }: LibraryView) => {
  const folders = useFolders()
  if (withdrawn) return 'Withdrawn'
  if (folder) return folders.data?.find(({ id }) => id === folder)?.name ?? 'Folder'
  if (category) return category === 'all' ? 'All Resources' : categoryLabels[category]
  return noPlace
}

/** The categories with their folders, each a link. What arrives later comes all at once, so that nothing moves. */
export function PlaceTree({ onChoose }: { onChoose?: () => void }) {
  const view = useLibraryView()
  const folders = useFolders()
  const isStaff = useIsStaff()
  const [collapsed, setCollapsed] = useState<string[]>([])

  const handleChoose = () => {
    window.scrollTo(0, 0)
    onChoose?.()
  }

  return (
    <nav aria-label="Categories and folders">
      <ul>
        <Place
          icon={Clock}
          label={noPlace}
          href={view.placeAt({})}
          isCurrent={!view.category && !view.folder && !view.withdrawn}
          onChoose={handleChoose}
        />
        <Place
          icon={Library}
          label="All Resources"
          href={view.placeAt({ category: 'all' })}
          isCurrent={view.category === 'all' && !view.withdrawn}
          onChoose={handleChoose}
        />
      </ul>
      <QueryState
        query={folders}
        loading={<TreeSkeleton />}
        failure={{ title: 'The folders could not be loaded' }}
        failureClassName="py-2"
      >
        {(all) => (
          <ul>
            {resourceCategories.map((category) => {
              const inside = all.filter((folder) => folder.category === category)
              const isOpen = !collapsed.includes(category)
              const toggle = () =>
                setCollapsed(
                  isOpen ? [...collapsed, category] : collapsed.filter((name) => name !== category),
                )
              return (
                <Place
                  key={category}
                  icon={categoryIcons[category]}
                  label={categoryLabels[category]}
                  href={view.placeAt({ category })}
                  isCurrent={view.category === category && !view.withdrawn}
                  onChoose={handleChoose}
                  toggle={inside.length > 0 ? { isOpen, onToggle: toggle } : undefined}
                >
                  {isOpen && inside.length > 0 && (
                    <ul aria-label={categoryLabels[category]} className="pl-5">
                      {inside.map(({ id, name, fileCount }) => (
                        <Place
                          key={id}
                          icon={Folder}
                          label={name}
                          count={fileCount}
                          href={view.placeAt({ folder: id })}
                          isCurrent={view.folder === id && !view.withdrawn}
                          onChoose={handleChoose}
                        />
                      ))}
                    </ul>
                  )}
                </Place>
              )
            })}
            {isStaff && (
              <Place
                icon={Archive}
                label="Withdrawn"
                href={view.placeAt({ withdrawn: '1' })}
                isCurrent={view.withdrawn}
                onChoose={handleChoose}
              />
            )}
          </ul>
        )}
      </QueryState>
    </nav>
  )
}

type PlaceProps = {
  icon: LucideIcon
  label: string
  count?: number
  href: string
  isCurrent: boolean
  onChoose: () => void
  toggle?: { isOpen: boolean; onToggle: () => void } | undefined
  children?: React.ReactNode
}

function Place({ icon: Icon, label, count, href, isCurrent, onChoose, toggle, children }: PlaceProps) {
  return (
    <li>
      <div className="flex items-center">
        <Link
          href={href}
          title={label}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={onChoose}
          className={classNames(
            'flex min-h-8 min-w-0 grow items-center gap-2.5 rounded-control px-2 font-medium text-13 focus-visible:-outline-offset-2 touch:min-h-11 touch:text-15',
            isCurrent ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-sunken hover:text-ink',
          )}
        >
          <Icon aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0 grow truncate">{label}</span>
          {count !== undefined && (
            <span className="font-normal text-12 tabular-nums">
              {count}
              <span className="sr-only">{count === 1 ? ' file' : ' files'}</span>
            </span>
          )}
        </Link>
        {toggle && (
          <button
            type="button"
            aria-expanded={toggle.isOpen}
            aria-label={`Folders of ${label}`}
            onClick={toggle.onToggle}
            className="grid size-8 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink touch:size-11"
          >
            <ChevronRight
              aria-hidden
              className={classNames('size-4 transition-transform', toggle.isOpen && 'rotate-90')}
            />
          </button>
        )}
      </div>
      {children}
    </li>
  )
}

const TreeSkeleton = () => (
  <div className="grid grid-cols-1 gap-3 px-2 py-2.5">
    {['w-36', 'w-28', 'w-24', 'w-28', 'w-36', 'w-24'].map((width, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never move
      <Skeleton key={row} className={`h-3.5 ${width}`} />
    ))}
  </div>
)

/** On a small screen: a button with the name of the place, which opens the tree. */
export function PlaceSheet({ place }: { place: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      title="Categories and folders"
      open={isOpen}
      onOpenChange={setOpen}
      isReadOnly
      trigger={
        <Button className="min-w-0 justify-start max-sm:flex-1 sm:max-w-60 lg:hidden">
          <PanelLeft aria-hidden className="size-4 shrink-0" />
          <span className="sr-only">Categories and folders: </span>
          <span className="truncate">{place}</span>
        </Button>
      }
    >
      <PlaceTree onChoose={() => setOpen(false)} />
    </Dialog>
  )
}

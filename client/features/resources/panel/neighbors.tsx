import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLocation } from 'wouter'
import { useResourceDialog } from '#client/domain/opened.ts'
import { IconButton } from '#client/ui/button.tsx'
import type { Resource } from '#contract/resources/resources.ts'
import { useLibraryView } from '../library-view.ts'
import { listAround, useFiles } from '../queries.ts'

/** Returns functions that open the files before and after this one in its list on the page; undefined at the ends of the list. */
export const useNeighbors = (file: Resource | null | undefined) => {
  const view = useLibraryView()
  const [path] = useLocation()
  const { exchange } = useResourceDialog()
  const isListed = path === '/resources' && Boolean(file)
  const list = useFiles(file ? listAround(file, view) : {}, isListed)
  const rows = isListed ? (list.data?.rows ?? []) : []
  const index = rows.findIndex(({ id }) => id === file?.id)
  const previous = index > 0 ? rows[index - 1] : undefined
  const next = index >= 0 ? rows[index + 1] : undefined

  const goToNextPage = async () => {
    const { data } = await list.fetchNextPage()
    const first = data?.rows[index + 1]
    // The user may have closed the file or gone to another one while the page was loading; then nothing opens.
    if (first && new URLSearchParams(location.search).get('file') === file?.id) exchange(first.id)
  }

  return {
    goToPrevious: previous && (() => exchange(previous.id)),
    goToNext: next
      ? () => exchange(next.id)
      : index >= 0 && list.hasNextPage
        ? () => void goToNextPage()
        : undefined,
  }
}

/** Buttons to the neighbors. They stay at both ends of the list, so that they keep the focus. */
export function Neighbors({ goToPrevious, goToNext }: ReturnType<typeof useNeighbors>) {
  const buttons = [
    { label: 'Previous file', icon: ChevronLeft, go: goToPrevious },
    { label: 'Next file', icon: ChevronRight, go: goToNext },
  ]
  if (!goToPrevious && !goToNext) return null
  return (
    <div className="flex gap-1 max-sm:mr-auto">
      {buttons.map(({ label, icon: Icon, go }) => (
        <IconButton
          key={label}
          label={label}
          title={label}
          className="aria-disabled:cursor-default! aria-disabled:text-muted aria-disabled:hover:bg-transparent"
          aria-disabled={!go || undefined}
          onClick={go}
        >
          <Icon aria-hidden className="size-5" />
        </IconButton>
      ))}
    </div>
  )
}

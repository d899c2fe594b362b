import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { IconButton } from '#client/ui/icon-button.tsx'
import type { Resource } from '#contract/resources/resources.ts'
import { useLibraryView } from '../library-view.ts'
import { listAround, useFiles } from '../queries.ts'

/** The ways to the files before and after one in its list; undefined where there is none. */
export const useNeighbors = (file: Resource) => {
  const view = useLibraryView()
  const list = useFiles(listAround(file, view))
  const rows = list.data?.rows ?? []
  const index = rows.findIndex(({ id }) => id === file.id)
  const previous = index > 0 ? rows[index - 1] : undefined
  const next = index >= 0 ? rows[index + 1] : undefined

  const goTo = ({ id }: Resource) => view.change({ file: id })

  const goToNextPage = async () => {
    const { data } = await list.fetchNextPage()
    const first = data?.rows[index + 1]
    // Closed meanwhile, or on to another file, nothing opens by itself.
    if (first && new URLSearchParams(location.search).get('file') === file.id) goTo(first)
  }

  return {
    file: rows[index],
    goToPrevious: previous && (() => goTo(previous)),
    goToNext: next ? () => goTo(next) : index >= 0 && list.hasNextPage ? goToNextPage : undefined,
  }
}

const atEndClassName =
  'aria-disabled:cursor-default! aria-disabled:text-muted aria-disabled:hover:bg-transparent'

/** Buttons, which stay where they are at either end of the list, so that the focus does. */
export function Neighbors({
  goToPrevious,
  goToNext,
}: Pick<ReturnType<typeof useNeighbors>, 'goToPrevious' | 'goToNext'>) {
  if (!goToPrevious && !goToNext) return null
  return (
    <div className="flex gap-1 max-sm:mr-auto">
      <IconButton
        label="Previous file"
        title="Previous file"
        className={atEndClassName}
        aria-disabled={!goToPrevious || undefined}
        onClick={() => goToPrevious?.()}
      >
        <ChevronLeft aria-hidden className="size-5" />
      </IconButton>
      <IconButton
        label="Next file"
        title="Next file"
        className={atEndClassName}
        aria-disabled={!goToNext || undefined}
        onClick={() => goToNext?.()}
      >
        <ChevronRight aria-hidden className="size-5" />
      </IconButton>
    </div>
  )
}

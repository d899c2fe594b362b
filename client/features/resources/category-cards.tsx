import { useRef } from 'react'
import { Alert } from '#client/ui/alert.tsx'
import { resourceCategories } from '#contract/resources/categories.ts'
import { CategoryCard } from './category-card.tsx'
import type { LibraryView } from './library-view.ts'
import { useFolders } from './queries.ts'
import { useLeadToFolder } from './use-lead-to-folder.ts'

/** A card for each category, or for the one that is chosen. */
export function CategoryCards({ view }: { view: LibraryView }) {
  const region = useRef<HTMLDivElement>(null)
  const folders = useFolders()
  useLeadToFolder(view.folders, folders.data !== undefined)
  const shown = view.category ? [view.category] : resourceCategories

  const handleRetry = () => {
    // The button goes away with the message.
    region.current?.focus()
    folders.refetch()
  }

  return (
    <div
      ref={region}
      tabIndex={-1}
      aria-busy={folders.isPending}
      className="grid grid-cols-1 gap-6 outline-none"
    >
      {!folders.data && folders.isError ? (
        <Alert title="The resources could not be loaded" onRetry={handleRetry}>
          Check your connection and try again.
        </Alert>
      ) : (
        shown.map((category) => (
          <CategoryCard
            key={category}
            category={category}
            folders={folders.data?.filter((folder) => folder.category === category)}
          />
        ))
      )}
    </div>
  )
}

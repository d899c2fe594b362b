import { useRef } from 'react'
import { Alert } from '#client/ui/alert.tsx'
import { type ResourceCategory, resourceCategories } from '#contract/resources.ts'
import { CategoryCard } from './category-card.tsx'
import { useResources } from './queries.ts'

/** A card for each category, or for the one that is chosen. */
export function CategoryCards({ category }: { category: ResourceCategory | null }) {
  const region = useRef<HTMLDivElement>(null)
  const resources = useResources()
  const shown = category ? [category] : resourceCategories

  const handleRetry = () => {
    // The button goes away with the message.
    region.current?.focus()
    resources.refetch()
  }

  return (
    <div
      ref={region}
      tabIndex={-1}
      aria-busy={resources.isPending}
      className="grid grid-cols-1 gap-6 outline-none"
    >
      {!resources.data && resources.isError ? (
        <Alert title="The resources could not be loaded" onRetry={handleRetry}>
          Check your connection and try again.
        </Alert>
      ) : (
        shown.map((name) => (
          <CategoryCard
            key={name}
            category={name}
            files={resources.data?.filter((file) => file.category === name)}
          />
        ))
      )}
    </div>
  )
}

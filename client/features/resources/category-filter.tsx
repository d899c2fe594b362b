import { FilterLinks } from '#client/ui/filter-links.tsx'
import { categoryLabels, resourceCategories } from '#contract/resources/categories.ts'
import { addressOf, type LibraryView } from './library-view.ts'

export function CategoryFilter({ view }: { view: LibraryView }) {
  return (
    <FilterLinks
      label="Category"
      choices={[null, ...resourceCategories].map((category) => ({
        label: category ? categoryLabels[category] : 'All Resources',
        href: addressOf({ ...view, category, file: null }),
        isChosen: category === view.category,
      }))}
    />
  )
}

import { useSearchParams } from 'wouter'
import { CategoryCards } from '#client/features/resources/category-cards.tsx'
import { CategoryFilter } from '#client/features/resources/category-filter.tsx'
import { readCategory } from '#client/features/resources/read-category.ts'
import { PageHead } from '#client/ui/page-head.tsx'

export default function ResourcesPage() {
  const [search] = useSearchParams()
  const category = readCategory(search)
  return (
    <div className="mx-auto grid max-w-page grid-cols-1 gap-6">
      <PageHead
        title="Partner Resources"
        line="Access activation materials, brand assets, and partner tools."
      />
      <CategoryFilter current={category} />
      <CategoryCards category={category} />
    </div>
  )
}

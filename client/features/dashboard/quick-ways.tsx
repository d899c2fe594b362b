import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'wouter'
import { categoryIcons } from '#client/lib/category-icons.ts'
import { Card } from '#client/ui/card.tsx'
import { categoryLabels, resourceCategories } from '#contract/resources.ts'

/** From the home page straight to the kind of material that somebody has come for. */
export function QuickWays() {
  return (
    <Card title="Resources" flush className="@container">
      <ul className="grid divide-line @max-xl:divide-y @xl:grid-cols-3 @xl:divide-x">
        {resourceCategories.map((category) => {
          const Icon = categoryIcons[category]
          return (
            <li key={category}>
              <Link
                href={`/resources?category=${category}`}
                className="flex min-h-16 items-center gap-3 px-4 hover:bg-sunken focus-visible:-outline-offset-2 sm:px-5"
              >
                <Icon aria-hidden className="size-5 shrink-0 text-accent" />
                <span className="min-w-0 flex-1 font-medium">{categoryLabels[category]}</span>
                <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

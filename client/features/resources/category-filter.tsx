import { Link } from 'wouter'
import { classNames } from '#client/ui/class-names.ts'
import { categoryLabels, type ResourceCategory, resourceCategories } from '#contract/resources.ts'

/** Links, since the category is part of the address: reload, Back and a shared link keep it. */
export function CategoryFilter({ current }: { current: ResourceCategory | null }) {
  const choices = [
    { category: null, label: 'All Resources', href: '/resources' },
    ...resourceCategories.map((category) => ({
      category,
      label: categoryLabels[category],
      href: `/resources?category=${category}`,
    })),
  ]
  return (
    <nav aria-label="Category">
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ category, label, href }) => (
          <li key={label}>
            <Link
              href={href}
              aria-current={category === current ? 'true' : undefined}
              className={classNames(
                'flex min-h-9 items-center rounded-full border px-3.5 font-medium text-13 touch:min-h-11',
                category === current
                  ? 'border-accent bg-accent-soft text-accent'
                  : 'border-control bg-surface text-muted hover:bg-sunken hover:text-ink',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

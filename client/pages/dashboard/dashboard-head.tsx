import { ChevronRight, type LucideIcon, MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { categoryIcons } from '#client/domain/category-icons.ts'
import { openChat } from '#client/domain/open-chat.ts'
import { Card } from '#client/ui/card.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { categoryLabels, resourceCategories } from '#contract/resources/categories.ts'

/** The head of the dashboards of partners and of staff. */
export function DashboardHead({ name, actions }: { name: string; actions: ReactNode }) {
  return (
    <PageHead
      title="Partner Dashboard"
      line={`Welcome back, ${name}! Here's your partnership overview.`}
      actions={actions}
    />
  )
}

const linkClassName =
  'flex min-h-16 w-full items-center gap-3 px-4 text-left hover:bg-sunken focus-visible:-outline-offset-2 sm:px-5'

/** From the home page straight to a category of resources, or to the chat. */
export function QuickLinks() {
  return (
    <Card title="Resources and help" flush className="@container">
      <ul className="grid divide-line @max-4xl:divide-y @4xl:grid-cols-4 @4xl:divide-x">
        {resourceCategories.map((category) => (
          <li key={category}>
            <Link href={`/resources?category=${category}`} className={linkClassName}>
              <LinkContent icon={categoryIcons[category]}>{categoryLabels[category]}</LinkContent>
            </Link>
          </li>
        ))}
        <li>
          <button type="button" onClick={openChat} className={linkClassName}>
            <LinkContent icon={MessageCircle}>Chat with the Partner Team</LinkContent>
          </button>
        </li>
      </ul>
    </Card>
  )
}

const LinkContent = ({ icon: Icon, children }: { icon: LucideIcon; children: string }) => (
  <>
    <Icon aria-hidden className="size-5 shrink-0 text-accent" />
    <span className="min-w-0 flex-1 font-medium">{children}</span>
    <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
  </>
)

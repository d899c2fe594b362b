import { Library } from '#client/features/resources/library.tsx'
import { PageHead } from '#client/ui/page-head.tsx'

export default function ResourcesPage() {
  return (
    <div className="mx-auto grid max-w-page grid-cols-1 gap-4">
      <PageHead
        title="Partner Resources"
        line="Access activation materials, brand assets, and partner tools."
      />
      <Library />
    </div>
  )
}

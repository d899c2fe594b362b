import { Library } from '#client/features/resources/library.tsx'
import { AfterFirstPaint } from '#client/ui/after-first-paint.tsx'
import { DialogHost } from '#client/ui/dialog-host.tsx'
import { PageHead } from '#client/ui/page-head.tsx'

export default function ResourcesPage() {
  return (
    <DialogHost>
      <div className="mx-auto grid max-w-page grid-cols-1 gap-4">
        <PageHead
          title="Partner Resources"
          line="Access activation materials, brand assets, and partner tools."
        />
        <AfterFirstPaint>
          <Library />
        </AfterFirstPaint>
      </div>
    </DialogHost>
  )
}

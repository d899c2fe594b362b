import { Library } from '#client/features/resources/library.tsx'
import { UploadButton } from '#client/features/resources/upload-button.tsx'
import { DialogHost } from '#client/ui/dialog-host.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'

export default function ResourcesPage({ user }: { user: CurrentUser }) {
  return (
    <DialogHost>
      <div className="mx-auto grid max-w-page grid-cols-1 gap-4 lg:gap-5">
        <PageHead
          title="Partner Resources"
          line="Access activation materials, brand assets, and partner tools."
          actions={isStaff(user.role) && <UploadButton />}
        />
        <Library />
      </div>
    </DialogHost>
  )
}

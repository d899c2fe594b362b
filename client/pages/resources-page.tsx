import { lazy, Suspense } from 'react'
import { useCurrentUser } from '#client/domain/current-user.ts'
import { Library } from '#client/features/resources/library.tsx'
import { LibrarySlotsProvider } from '#client/features/resources/library-slots.ts'
import { PageHead } from '#client/ui/page-head.tsx'
import { isStaff } from '#contract/users/roles.ts'

// Partners never need them.
const FileActions = lazy(async () => ({
  default: (await import('#client/features/resources/editing/file-actions.tsx')).FileActions,
}))
const UploadFiles = lazy(async () => ({
  default: (await import('#client/features/resources/editing/upload-files.tsx')).UploadFiles,
}))
const UploadSection = lazy(async () => ({
  default: (await import('#client/features/resources/editing/upload-section.tsx')).UploadSection,
}))

const partnerSlots = { isStaff: false }

const staffSlots: Parameters<typeof LibrarySlotsProvider>[0]['value'] = {
  isStaff: true,
  renderFileActions: (file) => (
    // As wide as the button that comes, so that the row stays as it is.
    <Suspense fallback={<span className="size-9 touch:size-11" />}>
      <FileActions file={file} />
    </Suspense>
  ),
  renderUpload: (category, folder) => (
    <Suspense fallback={null}>
      <UploadFiles category={category} folder={folder} />
    </Suspense>
  ),
}

export default function ResourcesPage() {
  const { data: user } = useCurrentUser()
  const staff = user ? isStaff(user.role) : false
  return (
    <LibrarySlotsProvider value={staff ? staffSlots : partnerSlots}>
      <div className="mx-auto grid max-w-page grid-cols-1 gap-6">
        <PageHead
          title="Partner Resources"
          line="Access activation materials, brand assets, and partner tools."
        />
        <Library />
        {staff && (
          <Suspense fallback={null}>
            <UploadSection />
          </Suspense>
        )}
      </div>
    </LibrarySlotsProvider>
  )
}

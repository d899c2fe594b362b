import { type ComponentType, type ReactNode, Suspense } from 'react'
import { lazyOpening } from '#client/ui/lazy-dialog.tsx'
import { type InsteadProps, lazyPart } from '#client/ui/lazy-part.tsx'
import { NothingYet, NotLoaded } from '#client/ui/not-loaded.tsx'

/** A part that is loaded on demand, since partners never need it. */
const staffPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loading: ReactNode = null,
  Instead: ComponentType<InsteadProps<Props>> = NothingYet,
) => {
  const Part = lazyPart(async () => ({ default: await load() }), Instead)
  return (props: Props) => (
    <Suspense fallback={loading}>
      <Part {...props} />
    </Suspense>
  )
}

/** The menu at the end of a file's row. */
export const FileActions = staffPart(
  async () => (await import('./editing/file-actions.tsx')).FileActions,
  // The placeholder is as wide as the button, so that nothing moves when the button appears.
  <span className="size-9 touch:size-11" />,
)

/** The button that replaces the menu of a withdrawn file. */
export const RestoreFile = staffPart(
  async () => (await import('./editing/file-actions.tsx')).RestoreFile,
  <span className="h-9 w-24 touch:h-11" />,
)

/** The actions on a folder. */
export const FolderActions = staffPart(
  async () => (await import('./editing/folder-actions.tsx')).FolderActions,
  <span className="h-9 w-27 shrink-0 touch:h-11 touch:w-33" />,
)

/** Creates a folder in a category. */
export const NewFolderButton = staffPart(
  async () => (await import('./editing/folder-actions.tsx')).NewFolderButton,
)

/** The dialog in which files are uploaded, one with its details or many at once. */
export const UploadResources = lazyOpening(
  async () => (await import('./editing/upload-resources.tsx')).UploadResources,
)

/** The facts about a file that only staff see: its audience, versions and downloads. */
export const StaffFileDetails = staffPart(
  async () => (await import('./editing/staff-file-details.tsx')).StaffFileDetails,
  null,
  NotLoaded,
)

import { categoryIcons } from '#client/domain/category-icons.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { categoryLabels, type ResourceCategory } from '#contract/resources/categories.ts'
import type { ResourceFolder } from '#contract/resources/folders.ts'
import { cardId } from './element-ids.ts'
import { looseFiles } from './file-lists.ts'
import { FileRowSkeleton } from './file-row.tsx'
import { FileRows } from './file-rows.tsx'
import { NewFolderButton } from './folder-controls.tsx'
import { FolderItem } from './folder-item.tsx'
import { useLibrarySlots } from './library-slots.ts'
import { useLibraryView } from './library-view.ts'
import { LiveSupport } from './live-support.tsx'
import { useFiles } from './queries.ts'

type CategoryCardProps = {
  category: ResourceCategory
  /** Those of the category; undefined while they are on their way. */
  folders: ResourceFolder[] | undefined
}

/** A category with its folders, then what lies in none of them. */
export function CategoryCard({ category, folders }: CategoryCardProps) {
  const { isStaff, renderUpload } = useLibrarySlots()
  const files = useFiles(looseFiles(category, useLibraryView()))
  const label = categoryLabels[category]
  const hasNoLooseFiles = files.data?.total === 0

  return (
    <Card
      id={cardId(category)}
      title={label}
      actions={isStaff && <NewFolderButton category={category} />}
      flush
    >
      {!folders ? (
        // As high as an empty category, so that the next one stays where it is.
        <ul aria-hidden className="min-h-37 divide-y divide-line">
          <FileRowSkeleton />
          <FileRowSkeleton />
        </ul>
      ) : folders.length === 0 && hasNoLooseFiles ? (
        <EmptyState icon={categoryIcons[category]} line={`No ${label} available`} />
      ) : (
        <>
          {folders.length > 0 && (
            <ul aria-label={`Folders of ${label}`} className="divide-y divide-line">
              {folders.map((folder) => (
                <FolderItem key={folder.id} folder={folder} />
              ))}
            </ul>
          )}
          {!hasNoLooseFiles && (
            <div className={folders.length > 0 ? 'border-line border-t' : undefined}>
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-4 pb-1 sm:px-5">
                <h3 className="text-13 text-muted">Uncategorized Files</h3>
                {renderUpload?.(category, null)}
              </div>
              <FileRows
                label={`Uncategorized Files of ${label}`}
                files={files}
                skeletonRows={1}
                empty={null}
              />
            </div>
          )}
        </>
      )}
      {category === 'training' && <LiveSupport />}
    </Card>
  )
}

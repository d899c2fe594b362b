import { useIsFetching } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { Suspense } from 'react'
import { categoryIcons } from '#client/domain/category-icons.ts'
import { useIsStaff } from '#client/domain/current-user.ts'
import { openChat } from '#client/domain/open-chat.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { QueryState, type ShownQuery } from '#client/ui/query-state.tsx'
import { ShownTogether } from '#client/ui/shown-together.tsx'
import { categoryLabels, type ResourceCategory, resourceCategories } from '#contract/resources/categories.ts'
import type { ResourceFolder } from '#contract/resources/folders.ts'
import { LayoutSwitch, layoutFor } from './file-layout.tsx'
import { FileList } from './file-list.tsx'
import { FileSkeletons } from './file-thumbnail.tsx'
import { cardId } from './focus-targets.ts'
import { FolderItem } from './folder-item.tsx'
import { type LibraryView, useLibraryView } from './library-view.ts'
import { looseFiles, useFiles, useFolders } from './queries.ts'
import { RecentResources, RecentSkeletons } from './recent-resources.tsx'
import { NewFolderButton } from './staff-parts.tsx'

/** A card for each category below the recently added files, or only the card of the chosen category. */
export function CategoryCards({ view }: { view: LibraryView }) {
  const folders = useFolders()
  const filesRead = useFirstReadOfFiles()
  const shown = resourceCategories.filter((name) => (view.category ?? name) === name)
  return (
    <QueryState
      query={folders.isError ? folders : { ...folders, data: folders.data ?? [] }}
      failure={{ title: 'The resources could not be loaded' }}
    >
      {(all) => (
        <ShownTogether
          reads={[folders, filesRead]}
          className="grid grid-cols-1 gap-6"
          skeleton={
            <>
              {view.category === null && (
                <Card title="Recently added" flush>
                  <div className="@container">
                    <RecentSkeletons />
                  </div>
                </Card>
              )}
              {shown.map((category) => (
                <Card key={category} title={categoryLabels[category]} flush>
                  {/* The skeleton is as high as an empty category, so that the next card stays where it is. */}
                  <FileSkeletons rows={2} className="min-h-37" />
                </Card>
              ))}
            </>
          }
        >
          <Suspense>{view.category === null && <RecentResources />}</Suspense>
          {shown.map((category) => (
            <Suspense key={category}>
              <CategoryCard
                category={category}
                folders={all.filter((folder) => folder.category === category)}
              />
            </Suspense>
          ))}
        </ShownTogether>
      )}
    </QueryState>
  )
}

/** Returns the first read of all lists of files as one read. */
const useFirstReadOfFiles = (): ShownQuery<true> => {
  const reading = useIsFetching({
    queryKey: ['/api/resources'],
    predicate: ({ state }) => state.data === undefined,
  })
  return { data: reading > 0 ? undefined : true, isError: false, error: null, refetch: () => {} }
}

type CategoryCardProps = {
  category: ResourceCategory
  folders: ResourceFolder[]
}

/** A category with its folders, and the files that are in no folder. */
function CategoryCard({ category, folders }: CategoryCardProps) {
  const isStaff = useIsStaff()
  const view = useLibraryView()
  const files = useFiles(looseFiles(category, view))
  const isOneOfAll = view.category === null
  const layout = isOneOfAll ? 'list' : layoutFor(view.layout, files.data?.rows)
  const label = categoryLabels[category]
  const hasNoLooseFiles = files.data?.total === 0

  return (
    <Card
      id={cardId(category)}
      title={label}
      actions={isStaff && <NewFolderButton category={category} />}
      flush
    >
      {folders.length === 0 && hasNoLooseFiles ? (
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
              <div className="flex items-center justify-between gap-4 px-4 pt-3 pb-1 sm:px-5">
                <h3 className="text-13 text-muted">Uncategorized Files</h3>
                {!isOneOfAll && <LayoutSwitch current={layout} />}
              </div>
              <FileList
                label={`Uncategorized Files of ${label}`}
                files={files}
                layout={layout}
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

/** A link to the chat, for questions that the files do not answer. */
function LiveSupport() {
  return (
    <div className="border-line border-t px-4 pt-4 pb-3 sm:px-5">
      <h3 className="text-13 text-muted">Live Support</h3>
      <div className="flex min-h-11 flex-wrap items-center gap-3">
        <MessageCircle aria-hidden className="size-5 shrink-0 text-accent" />
        <span className="min-w-0 flex-1 font-medium">Live Chat with Partner Team</span>
        <Button size="small" onClick={openChat}>
          Start Chat
        </Button>
      </div>
    </div>
  )
}

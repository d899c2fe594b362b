import { eventsAbout } from '#server/domain-events/event.ts'
import { notifyOfResource } from '#server/features/notifications/notify/data.ts'
import { notifyOfFolder } from '#server/features/notifications/notify/folders/data.ts'
import type { FolderGift } from '#server/jobs/job-kinds.ts'

// Opening a file again on another device, or trying once more, is not another download.
const sameDownloadMinutes = 60

type AboutFile = { resource: { id: string; title: string } }

const fileEvent = eventsAbout<AboutFile>({
  subject: ({ resource }) => ({ id: resource.id, name: resource.title }),
  metadata: ({ resource }) => ({ resourceId: resource.id }),
})

export const resourceCreated = fileEvent('resource.created')
export const resourceChanged = fileEvent('resource.changed')
export const resourceFileReplaced = fileEvent('resource.file_replaced')
export const resourceDeleted = fileEvent('resource.deleted')
export const resourceRestored = fileEvent('resource.restored')

export const resourceDownloaded = fileEvent('resource.downloaded', {
  activity: {
    file_downloaded: ({ resource, partnerId }: AboutFile & { partnerId: string }) => ({
      text: `"${resource.title}" downloaded`,
      partnerId,
    }),
  },
  onceInMinutes: sameDownloadMinutes,
})

// The job that notifies an audience knows only the id of the file.
const publishing = eventsAbout<{ id: string; isNew: boolean; line?: string | null }>({
  subject: ({ id }) => ({ id, name: id }),
})

/** The audience of a file can open it now, or its new version. */
export const resourcePublished = publishing('resource.published', {
  notify: {
    resource_added: async (tx, occurred) => {
      for (const { id, isNew, line } of occurred) await notifyOfResource(tx, id, isNew, { line })
    },
  },
})

type AboutFolder = { folder: { id: string; name: string } }

const folderEvent = eventsAbout<AboutFolder>({
  subject: ({ folder }) => folder,
  metadata: ({ folder }) => ({ folderId: folder.id }),
})

export const folderCreated = folderEvent('folder.created')
export const folderChanged = folderEvent('folder.changed')
export const folderDeleted = folderEvent('folder.deleted')
export const folderGiven = folderEvent('folder.given')
export const folderWithdrawn = folderEvent('folder.withdrawn')
export const folderRestored = folderEvent('folder.restored')

// The job that notifies the new partners knows only what was given.
const publishingFolder = eventsAbout<FolderGift>({ subject: ({ folder }) => folder })

/** The files of a folder have opened to further partners. */
export const folderPublished = publishingFolder('folder.published', {
  notify: {
    resource_added: async (tx, occurred) => {
      for (const gift of occurred) await notifyOfFolder(tx, gift)
    },
  },
})

export const folderDownloaded = folderEvent('folder.downloaded', {
  activity: {
    folder_downloaded: ({ folder, partnerId }: AboutFolder & { partnerId: string }) => ({
      text: `Folder "${folder.name}" downloaded`,
      partnerId,
    }),
  },
  onceInMinutes: sameDownloadMinutes,
})

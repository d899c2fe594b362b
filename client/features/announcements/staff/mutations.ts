import { useRef } from 'react'
import type { LibraryFile } from '#client/domain/files/library-files-field.tsx'
import type { UploadedFile } from '#client/domain/files/uploader.ts'
import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { AdminAnnouncement, createAnnouncement } from '#contract/announcements.ts'
import type { Sent } from '#contract/endpoint.ts'

const invalidates = [staffReads] as const

/** The body that a form sends: all fields of the announcement. */
export type SentAnnouncement = Sent<typeof createAnnouncement, 'body'>

type Saved = {
  record: AdminAnnouncement | null
  body: Omit<SentAnnouncement, 'resourceIds'>
  files: LibraryFile[]
}

/** Adds an uploaded file to the library, for the audience of the announcement, which notifies of it. Returns its id. */
const addToLibrary = async (
  upload: UploadedFile,
  title: string,
  { assignedPartnerIds, assignedGroup }: Pick<SentAnnouncement, 'assignedPartnerIds' | 'assignedGroup'>,
) => {
  const details = { title, category: 'training', assignedPartnerIds, assignedGroup, notify: false } as const
  return (await call('POST /api/resources', { body: { ...details, ...upload } })).id
}

/** Saves an announcement. Files that were uploaded in its form are added to the library before, each once. */
export const useSaveAnnouncement = () => {
  const addedRef = useRef(new Map<string, string>())
  return useEndpointMutation(
    async ({ record, body: fields, files }: Saved) => {
      const added = addedRef.current
      for (const { id, title, upload } of files) {
        if (upload && !added.has(id)) added.set(id, await addToLibrary(upload, title, fields))
      }
      const body = { ...fields, resourceIds: files.map(({ id }) => added.get(id) ?? id) }
      return record
        ? call('PUT /api/admin/announcements/:id', {
            params: { id: record.id },
            body: { ...body, updatedAt: record.updatedAt },
          })
        : call('POST /api/admin/announcements', { body })
    },
    {
      success: ({ state }, { record }) => {
        if (record) return { title: 'Announcement updated' }
        return { title: state === 'scheduled' ? 'Announcement scheduled' : 'Announcement published' }
      },
      failure: 'Failed to save the announcement',
      inForm: ['conflict', 'fields'],
      invalidates,
    },
  )
}

export const useEndAnnouncement = ({ id }: AdminAnnouncement) =>
  useEndpointMutation(() => call('POST /api/admin/announcements/:id/end', { params: { id } }), {
    success: 'Announcement ended',
    failure: 'Failed to end the announcement',
    invalidates,
  })

export const useDeleteAnnouncement = ({ id }: AdminAnnouncement) =>
  useEndpointMutation(() => call('DELETE /api/admin/announcements/:id', { params: { id } }), {
    success: 'Announcement deleted',
    failure: 'Failed to delete the announcement',
    invalidates,
    patch: { lists: ['/api/admin/announcements'], id: () => id, change: () => null },
  })

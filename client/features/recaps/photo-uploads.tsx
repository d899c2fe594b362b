import { useQueryClient } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { endingsOf } from '#client/domain/files/chosen-file.ts'
import { SendingFilesList, TakePhoto, useSendingFiles } from '#client/domain/files/sending-files.tsx'
import type { UploadPlace } from '#client/domain/files/uploader.ts'
import { call } from '#client/lib/api.ts'
import { newClientId } from '#client/lib/client-id.ts'
import { FileButton } from '#client/ui/file-button.tsx'
import { photoTypes } from '#contract/files/file-types.ts'
import { maxPhotos } from '#contract/limits.ts'
import type { Recap } from '#contract/recaps.ts'
import { useRemovePhoto } from './mutations.ts'
import { PhotoGrid } from './photo-grid.tsx'
import { recapOf } from './queries.ts'

const placeOf = (id: string): UploadPlace => ({
  request: async (body) =>
    (await call('POST /api/activations/:id/photos/upload', { params: { id }, body })).uploadURL,
  register: async (uploadURL) =>
    (await call('PUT /api/task-proofs/upload', { body: { resourceURL: uploadURL } })).filePath,
})

/** The photos of an activation that are being sent. A photo that is tried again after a lost response is added once. */
export const usePhotoUploads = (activationId: string) => {
  const client = useQueryClient()
  const clientIds = useRef(new Map<string, string>())
  return useSendingFiles({
    place: placeOf(activationId),
    use: (filePath, uploadId) => {
      const clientId = clientIds.current.get(uploadId) ?? newClientId()
      clientIds.current.set(uploadId, clientId)
      return call('POST /api/activations/:id/photos', {
        params: { id: activationId },
        body: { filePath, clientId },
      })
    },
    onUsed: () => client.refetchQueries(recapOf(activationId)),
    limit: `An event can have at most ${maxPhotos} photos.`,
    types: photoTypes,
  })
}

type PhotosFieldProps = { recap: Recap; sending: ReturnType<typeof usePhotoUploads> }

/** The photos of an event, with buttons to take and to choose more, which are sent at once. */
export function PhotosField({ recap: { id, photos, event }, sending }: PhotosFieldProps) {
  const { mutate: remove } = useRemovePhoto(id)
  const count = photos.length + sending.uploads.length
  const add = (files: File[]) => sending.add(files, maxPhotos - count)
  return (
    <section aria-labelledby="recap-photos" className="grid grid-cols-1 gap-2.5">
      <div>
        <h3 id="recap-photos" className="font-medium text-13">
          Photos
        </h3>
        <p className="text-13 text-muted">We remove the place where they were taken.</p>
      </div>
      <PhotoGrid photos={photos} name={event.name} onRemove={remove} />
      <SendingFilesList sending={sending} />
      {photos.length < maxPhotos && (
        <div className="flex flex-wrap items-center gap-2">
          <TakePhoto hasSome={count > 0} onFiles={add} />
          <FileButton
            label="Choose photos"
            icon={ImagePlus}
            accept={endingsOf(photoTypes)}
            multiple
            onFiles={add}
          />
          <p role="status" className="text-13 text-muted">
            {count > 0 && `${count} of at most ${maxPhotos}`}
          </p>
        </div>
      )}
    </section>
  )
}

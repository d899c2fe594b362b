import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { refusalOf } from '#client/domain/files/chosen-file.ts'
import type { UploadPlace } from '#client/domain/files/upload-place.ts'
import type { createUploader, Files } from '#client/domain/files/uploader.ts'
import { isUnderWay, type Upload, uploadsOf } from '#client/domain/files/use-uploads.ts'
import { call } from '#client/lib/api.ts'
import { registerChatUpload, requestChatUpload } from '#contract/chat/files.ts'
import type { ChatFile } from '#contract/chat/messages.ts'
import { maxChatFileSize } from '#contract/files/file-types.ts'

// Each becomes a message.
const mostFiles = 5

const chat: UploadPlace = {
  maxFileSize: maxChatFileSize,
  request: async (body) => (await call(requestChatUpload, { body })).uploadURL,
  register: async (resourceURL) => (await call(registerChatUpload, { body: { resourceURL } })).filePath,
}

const noFiles: Files = {}
const never = () => () => {}

/**
 * Files that go with the next message. They are uploaded as they are chosen; what uploads them is loaded with the first one,
 * and what is under way when the conversation goes is stopped.
 */
export const useAttachments = () => {
  const [uploader, setUploader] = useState<ReturnType<typeof createUploader> | null>(null)
  const [ready, setReady] = useState<ReadonlyMap<string, ChatFile>>(new Map())
  const [refusal, setRefusal] = useState<string | null>(null)
  const files = useSyncExternalStore(uploader?.subscribe ?? never, uploader?.read ?? (() => noFiles))
  const uploads = useMemo(() => uploadsOf(files), [files])
  const close = useRef<() => void>(undefined)
  useEffect(() => () => close.current?.(), [])

  const load = async () => {
    if (uploader) return uploader
    const { createUploader } = await import('#client/domain/files/uploader.ts')
    const created = createUploader(mostFiles, chat)
    close.current = created.open()
    setUploader(created)
    return created
  }

  const start = (by: NonNullable<typeof uploader>, id: string, fileName: string) =>
    by.run([id], async (file) => {
      setReady((known) => new Map(known).set(id, { ...file, fileName }))
    })

  const forget = (id: string) => {
    uploader?.remove(id)
    setReady((known) => new Map([...known].filter(([each]) => each !== id)))
  }

  return {
    uploads,
    isBusy: uploads.some(isUnderWay),
    hasReady: uploads.some(({ id }) => ready.has(id)),
    /** Why something was not taken. */
    refusal,

    add: async (chosen: File[]) => {
      setRefusal(null)
      const by = await load()
      for (const file of chosen) {
        const reason = refusalOf(file, maxChatFileSize)
        if (reason) setRefusal(`${file.name}: ${reason}`)
        else if (Object.keys(by.read()).length >= mostFiles) setRefusal(`At most ${mostFiles} files at once.`)
        else {
          const id = by.add(file)
          if (id) void start(by, id, file.name)
        }
      }
    },
    retry: ({ id, fileName }: Upload) => uploader && void start(uploader, id, fileName),
    remove: forget,
    /** Those that are uploaded, to be sent: they are forgotten here. */
    take: (): ChatFile[] =>
      uploads.flatMap(({ id }) => {
        const file = ready.get(id)
        if (!file) return []
        forget(id)
        return [file]
      }),
  }
}

export type Attachments = ReturnType<typeof useAttachments>

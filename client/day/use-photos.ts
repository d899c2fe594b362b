import { useEffect, useEffectEvent, useState } from 'react'
import { refusalOf } from '#client/domain/files/chosen-file.ts'
import { useRetryWhenBack } from '#client/lib/connection.ts'
import {
  addPhotos,
  type KeptPhoto,
  listPhotos,
  markPhoto,
  photosChanged,
  removePhoto,
} from '#client/lib/kept-days.ts'
import { sendPhotos } from '#client/lib/send-photos.ts'
import type { ActivationDay } from '#contract/activation-day.ts'
import { maxFileSize, photoTypes } from '#contract/files/file-types.ts'

/** The photos of an event that this browser has not sent yet, and how many it has sent since the page was opened. */
export const usePhotos = (activationId: string) => {
  const [photos, setPhotos] = useState<KeptPhoto[]>([])
  const [sending, setSending] = useState<KeptPhoto | null>(null)
  const [sent, setSent] = useState(0)
  const [problems, setProblems] = useState<string[]>([])

  const show = useEffectEvent(async () => {
    const all = await listPhotos().catch(() => [])
    setPhotos(all.filter((photo) => photo.activationId === activationId))
  })

  const send = async () => {
    // A failure means that the portal cannot be reached, so the photos wait for the next try.
    const count = await sendPhotos(setSending).catch(() => 0)
    setSent((before) => before + count)
  }

  const add = async (files: File[], { activationDate, keep }: ActivationDay) => {
    if (!keep) return
    const checked = files.map((file) => ({ file, reason: refusalOf(file, maxFileSize, photoTypes) }))
    setProblems(checked.flatMap(({ file, reason }) => (reason ? [`${file.name}: ${reason}`] : [])))
    const accepted = checked
      .filter(({ reason }) => !reason)
      .map(({ file }) => ({ file, fileName: file.name }))
    if (accepted.length === 0) return
    const { userId, partnerId } = keep
    try {
      await addPhotos(accepted, { activationId, userId, partnerId, beginsAt: Date.parse(activationDate) })
    } catch {
      setProblems([
        'This device has no room for these photos, so they were not kept. Make room, and take them again.',
      ])
      return
    }
    await send()
  }

  const begin = useEffectEvent(() => {
    void show()
    void send()
  })
  useEffect(() => {
    begin()
    const channel = new BroadcastChannel(photosChanged)
    channel.onmessage = () => void show()
    return () => channel.close()
  }, [])

  useRetryWhenBack(() => photos.some(({ refusal }) => refusal === null) && send())

  return {
    photos,
    /** The photo that this tab is sending. */
    sending,
    sent,
    /** Why photos that were chosen are not among them. */
    problems,
    add,
    remove: removePhoto,
    retry: async (photo: KeptPhoto) => {
      await markPhoto(photo, {})
      await send()
    },
  }
}

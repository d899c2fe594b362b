import { useEffect, useState } from 'react'
import { isOffline } from '#client/lib/connection.ts'
import { formatCount } from '#client/lib/format.ts'
import { type KeptPhoto, listPhotos } from '#client/lib/kept-days.ts'
import { readMark } from '#client/lib/kept-mark.ts'
import { sendPhotos } from '#client/lib/send-photos.ts'
import { handleLogout } from '#client/lib/sign-in-again.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose, DialogFooter } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'

const logOut = () => {
  handleLogout()
  location.assign('/api/logout')
}

const reasonOf = (left: KeptPhoto[]) => {
  if (isOffline()) return "You're offline."
  if (left.some(({ beginsAt }) => beginsAt > Date.now())) return 'The event has not begun yet.'
  const reasons = left.map(({ refusal, waitReason }) => refusal ?? waitReason)
  return reasons.find(Boolean) ?? 'Try again in a moment.'
}

/** Asks somebody who signs out what to do with photos of an event that have not been sent yet. */
export function UnsentPhotosDialog(opening: DialogOpening) {
  const [count, setCount] = useState<number>()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState('')

  /** Reads the photos that are left. A browser may refuse it, and then the photos are as many as were noted last. */
  const read = async () => {
    try {
      const photos = await listPhotos()
      if (photos.length === 0) logOut()
      setCount(photos.length)
      return photos
    } catch {
      setCount(readMark()?.photos ?? 0)
      setProblem('This browser does not let the portal read them now. Close its other tabs and try again.')
      return []
    }
  }

  const send = async () => {
    setSending(true)
    setProblem('')
    await sendPhotos(() => void read()).catch(() => 0)
    const photos = await read()
    setSending(false)
    if (photos.length > 0)
      setProblem(`${formatCount(photos.length, 'photo')} could not be sent. ${reasonOf(photos)}`)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the photos are read when the dialog opens.
  useEffect(() => {
    void read()
  }, [])

  if (count === undefined) return null
  return (
    <Dialog {...opening} isGuarded title={`${formatCount(count, 'photo')} not sent yet`}>
      <div className="grid grid-cols-1 gap-5">
        <p>
          You took them on the page for the day. They are only on this device, and logging out removes them.
        </p>
        <p role="status" className="font-medium text-13 text-danger empty:hidden">
          {problem}
        </p>
        <DialogFooter>
          <DialogClose>
            <Button className="max-sm:w-full">Stay logged in</Button>
          </DialogClose>
          <Button variant="danger" className="max-sm:w-full" onClick={logOut}>
            Discard and log out
          </Button>
          <Button variant="primary" className="max-sm:w-full" pending={isSending} onClick={send}>
            Send and log out
          </Button>
        </DialogFooter>
      </div>
    </Dialog>
  )
}

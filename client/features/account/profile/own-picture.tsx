import { useRef } from 'react'
import { initials } from '#client/domain/person-name.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { FileButton } from '#client/ui/file-button.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { usePutPicture, useRemovePicture } from './mutations.ts'

/** The picture that others see beside the user's name. The middle of the chosen file is cut out as a square. */
export function OwnPicture({ user }: { user: CurrentUser }) {
  const chooseRef = useRef<HTMLButtonElement>(null)
  const put = usePutPicture()
  const remove = useRemovePicture()
  const hasPicture = user.profileImageUrl !== null

  const handleRemove = () => {
    // The focused button goes away with the picture.
    chooseRef.current?.focus()
    remove.mutate()
  }

  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar src={user.profileImageUrl} initials={initials(user)} size="large" />
      <div className="flex flex-wrap gap-2">
        <FileButton
          ref={chooseRef}
          label={hasPicture ? 'Change picture' : 'Upload picture'}
          inputLabel="Picture"
          accept="image/jpeg,image/png,image/webp"
          pending={put.isPending}
          onFiles={([file]) => file && put.mutate(file)}
        />
        {hasPicture && (
          <Button variant="quiet" pending={remove.isPending} onClick={handleRemove}>
            Remove
          </Button>
        )}
      </div>
    </div>
  )
}

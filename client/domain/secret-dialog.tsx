import { Copy } from 'lucide-react'
import { toast } from '#client/lib/toast.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose, DialogFooter } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { Field, TextInput } from '#client/ui/field.tsx'

type SecretDialogProps = DialogOpening & {
  title: string
  /** The kind of secret, such as "Token". */
  label: string
  secret: string
  /** The text about what anyone with the secret can do. */
  warning: string
}

/** A dialog that shows a secret, which is shown only once. */
export function SecretDialog({ title, label, secret, warning, ...opening }: SecretDialogProps) {
  const name = label.toLowerCase()

  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      toast({ title: `${label} copied`, tone: 'positive' })
    } catch {
      // Pages without https have no clipboard, and users can deny access to it.
      toast({
        title: 'Error',
        description: `Could not copy. Select the ${name} and copy it.`,
        tone: 'danger',
      })
    }
  }

  return (
    <Dialog {...opening} title={title} isGuarded>
      <div className="grid grid-cols-1 gap-5">
        <Alert tone="caution" title={`Copy this ${name} now`}>
          {`It won't be shown again. ${warning}`}
        </Alert>
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <Field label={label}>
              <TextInput
                readOnly
                value={secret}
                onFocus={({ target }) => target.select()}
                className="font-mono"
              />
            </Field>
          </div>
          <Button icon={Copy} onClick={handleCopy}>
            Copy
          </Button>
        </div>
        <DialogFooter>
          <DialogClose>
            <Button variant="primary">I've saved it</Button>
          </DialogClose>
        </DialogFooter>
      </div>
    </Dialog>
  )
}

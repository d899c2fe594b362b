import { FilePenLine, FileX, Undo2 } from 'lucide-react'
import { useCurrentUser } from '#client/domain/current-user.ts'
import { ReasonDialog } from '#client/domain/reason-dialog.tsx'
import {
  type DocumentRow,
  documentTitle,
  partnerLabel,
  type StaffSectionProps,
} from '#client/domain/rows/rows.ts'
import { RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { AlertDialog } from '#client/ui/dialog.tsx'
import { type DialogOpening, useOpenDialog } from '#client/ui/dialog-host.tsx'
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import { useMarkSigned, useTakeBackSignature, useWithdrawDocument } from './mutations.ts'

type DocumentMenuProps = StaffSectionProps & { document: DocumentRow }

/** What staff can do with an agreement. What a partner has signed can no longer be changed. */
export function DocumentMenu(props: DocumentMenuProps) {
  const { document } = props
  const openDialog = useOpenDialog()
  const { data: user } = useCurrentUser()
  if (document.evidence || (document.status === 'signed' && user?.role !== 'admin')) return null
  return (
    <RowMenu name={documentTitle(document)} row={document}>
      {document.status === 'pending' ? (
        <>
          <MenuItem onSelect={() => openDialog((opening) => <MarkSignedDialog {...opening} {...props} />)}>
            <FilePenLine aria-hidden />
            Mark Signed
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            tone="danger"
            onSelect={() => openDialog((opening) => <WithdrawDialog {...opening} {...props} />)}
          >
            <FileX aria-hidden />
            Withdraw
          </MenuItem>
        </>
      ) : (
        <MenuItem
          tone="danger"
          onSelect={() => openDialog((opening) => <TakeBackDialog {...opening} {...props} />)}
        >
          <Undo2 aria-hidden />
          Take back Mark Signed
        </MenuItem>
      )}
    </RowMenu>
  )
}

/** " of Dana Whitfield · Harborview Hall". */
const ownerOf = ({ document, partner }: DocumentMenuProps, word: string) => {
  const owner = partner ?? document.partner
  return owner ? ` ${word} ${partnerLabel(owner)}` : ''
}

function MarkSignedDialog({ document, partner, ...opening }: DialogOpening & DocumentMenuProps) {
  const { mutate: markSigned } = useMarkSigned(document)
  return (
    <AlertDialog
      {...opening}
      title={`Mark ${documentTitle(document)} as signed?`}
      description={`This records a signature made on paper${ownerOf({ document, partner }, 'by')}, with your name and the time. Only an admin can take it back.`}
      confirmLabel="Mark Signed"
      tone="primary"
      onConfirm={markSigned}
    />
  )
}

function WithdrawDialog({ document, partner, ...opening }: DialogOpening & DocumentMenuProps) {
  const { mutateAsync: withdraw, isPending } = useWithdrawDocument(document)
  return (
    <ReasonDialog
      {...opening}
      title={`Withdraw ${documentTitle(document)}?`}
      submitLabel={isPending ? 'Withdrawing...' : 'Withdraw'}
      isPending={isPending}
      onSubmit={withdraw}
    >
      The agreement{ownerOf({ document, partner }, 'of')} is deleted before it is signed, with its terms. The
      audit log keeps what it held.
    </ReasonDialog>
  )
}

function TakeBackDialog({ document, partner, ...opening }: DialogOpening & DocumentMenuProps) {
  const { mutateAsync: takeBack, isPending } = useTakeBackSignature(document)
  return (
    <ReasonDialog
      {...opening}
      title={`Take back Mark Signed of ${documentTitle(document)}?`}
      submitLabel={isPending ? 'Taking back...' : 'Take back'}
      isPending={isPending}
      onSubmit={takeBack}
    >
      The agreement{ownerOf({ document, partner }, 'of')} is to be signed again. If it completed onboarding,
      the partner returns to that step. The audit log keeps both.
    </ReasonDialog>
  )
}

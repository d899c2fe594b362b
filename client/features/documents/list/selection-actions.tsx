import { Ban, BellRing, CalendarRange, Download, FilePenLine } from 'lucide-react'
import { RemindDialog } from '#client/domain/reminders/lazy-dialog.ts'
import { formatCount } from '#client/lib/format.ts'
import type { Selection } from '#client/lib/selection.ts'
import { Button } from '#client/ui/button.tsx'
import { question } from '#client/ui/question.tsx'
import { EndDialog, VoidSeveralDialog } from '../lazy-dialogs.ts'
import { useAskForNewText, useExportAgreements } from '../mutations.ts'

/** The actions on the selected agreements. */
export function AgreementSelectionActions({
  selection,
  isAdmin,
}: {
  selection: Selection
  isAdmin: boolean
}) {
  const ask = useAskForNewText()
  const save = useExportAgreements()
  const ids = [...selection.ids]
  const askQuestion = question({
    title: `Ask to sign the new text of ${formatCount(ids.length, 'agreement')}?`,
    description:
      "We'll skip agreements that already have the newest text or are not in force, and partners who have one to sign. The signed ones stay in force until then.",
    confirmLabel: 'Ask to sign',
    tone: 'primary',
    onConfirm: () => ask.mutate(ids, { onSuccess: selection.clear }),
  })
  return (
    <>
      <Button icon={FilePenLine} size="small" pending={ask.isPending} opens={askQuestion}>
        Ask to sign the new text
      </Button>
      <Button
        icon={BellRing}
        size="small"
        opens={(opening) => (
          <RemindDialog
            {...opening}
            reminder={{ about: { kind: 'agreements', ids } }}
            onBegun={selection.clear}
          />
        )}
      >
        Remind…
      </Button>
      <Button
        icon={CalendarRange}
        size="small"
        opens={(opening) => <EndDialog {...opening} selection={selection} />}
      >
        End date…
      </Button>
      <Button
        icon={Download}
        size="small"
        pending={save.isPending}
        onClick={() => save.mutate({ ids: ids.join(',') })}
      >
        Download
      </Button>
      {isAdmin && (
        <Button
          icon={Ban}
          size="small"
          opens={(opening) => <VoidSeveralDialog {...opening} selection={selection} />}
        >
          Void…
        </Button>
      )}
    </>
  )
}

import { useController } from 'react-hook-form'
import { z } from 'zod'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { MultiPicker } from '#client/ui/multi-picker.tsx'
import { limits, maxChangedLabels } from '#contract/limits.ts'
import { ManageLabels } from './manage-labels.tsx'
import { useChangeConversations } from './mutations.ts'
import { type OpenedConversation, useLabels } from './queries.ts'
import type { ConversationDialogProps } from './snooze-dialog.tsx'

type Values = { names: string[] }

const schema = z.object({ names: z.array(z.string()) })

/** Returns the labels that all of the conversations have. */
const sharedLabels = ([first, ...others]: readonly OpenedConversation[]) =>
  (first?.labels ?? [])
    .map(({ name }) => name)
    .filter((name) => others.every(({ labels }) => labels.some((label) => label.name === name)))

/** Chooses the labels of conversations, and creates labels while typing. Labels that only some of the conversations have stay. */
export function LabelsDialog({ rows, what, onDone, ...opening }: ConversationDialogProps) {
  const change = useChangeConversations()
  const edit = useEditForm<Values, Values>({
    schema,
    record: null,
    valuesOf: () => ({ names: sharedLabels(rows) }),
    save: async ({ names }) => {
      const before = sharedLabels(rows)
      const addLabels = names.filter((name) => !before.includes(name))
      const removeLabels = before.filter((name) => !names.includes(name))
      await change.mutateAsync({ rows, change: { addLabels, removeLabels } })
      onDone?.()
    },
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={`Labels of ${what}`}
      description="All staff share the labels. Partners never see them."
      submitLabel="Save"
      pendingLabel="Saving..."
    >
      <LabelPicker />
      <Button size="small" className="justify-self-start" opens={(manage) => <ManageLabels {...manage} />}>
        Manage labels
      </Button>
    </EditDialog>
  )
}

function LabelPicker() {
  const { field } = useController<Values, 'names'>({ name: 'names' })
  const { data: labels = [] } = useLabels()
  return (
    <MultiPicker
      label="Labels"
      chosenLabel="Chosen labels"
      placeholder="Search or type a new one"
      emptyText="Type a name to create a label."
      createWord="Create"
      maxLength={limits.label}
      options={labels.map(({ name }) => ({ id: name, label: name }))}
      value={field.value}
      onChange={field.onChange}
      maxChosen={maxChangedLabels}
      fullText={`At most ${maxChangedLabels} labels`}
      required={false}
    />
  )
}

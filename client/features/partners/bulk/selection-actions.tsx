import {
  BellRing,
  Download,
  Ellipsis,
  type LucideIcon,
  Mail,
  MessageCircle,
  Tags,
  UserRound,
  Users,
} from 'lucide-react'
import type { ChosenPartners } from '#client/domain/bulk/change-partners.ts'
import { MessageDialog } from '#client/domain/bulk/lazy-dialog.ts'
import { RemindDialog } from '#client/domain/reminders/lazy-dialog.ts'
import { formatNumber } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { type RenderDialog, useOpenDialog } from '#client/ui/dialog-host.tsx'
import { Menu, MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import { maxAssignedPartners } from '#contract/limits.ts'
import { ChangeTags, SetGroup, SetManager, useInviteQuestion } from './bulk-dialogs.tsx'
import { useExportChosen, useIdsOf } from './mutations.ts'

/** A form of another feature that begins with the chosen partners as its audience. */
export type FormForPartners = {
  icon: LucideIcon
  label: string
  open: (partnerIds: string[]) => RenderDialog
}

type SelectionActionsProps = {
  chosen: ChosenPartners
  onBegun: () => void
  forms: readonly FormForPartners[]
}

/** The actions for the chosen partners. */
export function SelectionActions({ chosen, onBegun, forms }: SelectionActionsProps) {
  const props = { chosen, onBegun }
  const { count: _count, ...named } = chosen
  const openDialog = useOpenDialog()
  const inviteQuestion = useInviteQuestion(props)
  const exporting = useExportChosen()
  const reading = useIdsOf()

  const openForm = ({ open }: FormForPartners) => {
    if (chosen.count > maxAssignedPartners) {
      const description = `Choose at most ${formatNumber(maxAssignedPartners)} partners, or use a group.`
      return toast({ title: 'Too many partners', description, tone: 'danger' })
    }
    reading.mutate(chosen, { onSuccess: (ids) => openDialog(open(ids)) })
  }

  return (
    <>
      <Button size="small" icon={UserRound} opens={(opening) => <SetManager {...opening} {...props} />}>
        Manager…
      </Button>
      <Button size="small" icon={Users} opens={(opening) => <SetGroup {...opening} {...props} />}>
        Group…
      </Button>
      <Menu
        trigger={
          <Button size="small" icon={Tags}>
            Tags
          </Button>
        }
      >
        <MenuItem opens={(opening) => <ChangeTags {...opening} {...props} kind="tag" />}>Add tags…</MenuItem>
        <MenuItem opens={(opening) => <ChangeTags {...opening} {...props} kind="untag" />}>
          Remove tags…
        </MenuItem>
      </Menu>
      <Button size="small" icon={Mail} opens={inviteQuestion}>
        Invite
      </Button>
      <Button
        size="small"
        icon={BellRing}
        opens={(opening) => (
          <RemindDialog {...opening} reminder={{ about: { kind: 'open' }, ...named }} onBegun={onBegun} />
        )}
      >
        Remind…
      </Button>
      <Button
        size="small"
        icon={MessageCircle}
        opens={(opening) => <MessageDialog {...opening} {...props} />}
      >
        Message…
      </Button>
      <Menu
        trigger={
          <Button size="small" icon={Ellipsis} pending={reading.isPending || exporting.isPending}>
            More
          </Button>
        }
      >
        {forms.map((form) => (
          <MenuItem key={form.label} icon={form.icon} onSelect={() => openForm(form)}>
            {form.label}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem icon={Download} onSelect={() => exporting.mutate(chosen)}>
          Export
        </MenuItem>
      </Menu>
    </>
  )
}

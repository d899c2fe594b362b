import {
  AlarmClock,
  ClipboardCheck,
  ClipboardPen,
  ClipboardPlus,
  ClockAlert,
  FileCheck,
  FilePen,
  FilePlus,
  type LucideIcon,
  Megaphone,
  UserCog,
} from 'lucide-react'
import type { NotificationKind } from '#contract/notifications/kinds.ts'

export const iconOfKind: Record<NotificationKind, LucideIcon> = {
  role_changed: UserCog,
  task_assigned: ClipboardPlus,
  task_changed: ClipboardPen,
  task_reminder: AlarmClock,
  task_overdue: ClockAlert,
  task_work: ClipboardCheck,
  resource_added: FilePlus,
  agreement_waiting: FilePen,
  agreement_countersigned: FileCheck,
  announcement: Megaphone,
}

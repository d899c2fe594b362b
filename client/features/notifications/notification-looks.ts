import {
  AlarmClock,
  ClipboardCheck,
  ClipboardPen,
  ClipboardPlus,
  ClockAlert,
  FileCheck,
  FileClock,
  FilePen,
  FilePlus,
  FileWarning,
  type LucideIcon,
  Megaphone,
  UserCog,
  Webhook,
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
  agreement_changed: FileClock,
  agreement_attention: FileWarning,
  agreement_countersigned: FileCheck,
  announcement: Megaphone,
  webhook_disabled: Webhook,
}

import { createContext, use } from 'react'
import type { ActivationRow, DocumentRow, TaskRow } from '#client/domain/rows/rows.ts'

/** A dialog of the dashboard, with what it is about. Null makes a new one. */
export type StaffDialog =
  | { kind: 'task'; task: TaskRow | null }
  | { kind: 'activation'; activation: ActivationRow | null }
  | { kind: 'document' }
  | { kind: 'delete-task'; task: TaskRow }
  | { kind: 'delete-activation'; activation: ActivationRow }
  | { kind: 'mark-signed'; document: DocumentRow }

const StaffDialogContext = createContext<(dialog: StaffDialog) => void>(() => {})

export const StaffDialogProvider = StaffDialogContext.Provider

/**
 * Opens a dialog above the whole dashboard. None lies in a row: the lists are read anew while somebody types, and a row that
 * moves or goes would take along what was typed.
 */
export const useOpenDialog = () => use(StaffDialogContext)

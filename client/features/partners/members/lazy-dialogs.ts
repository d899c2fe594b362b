import { lazyOpening } from '#client/ui/lazy-dialog.tsx'

const loadForms = () => import('./member-forms.tsx')

export const DeclineQuestion = lazyOpening(
  async () => (await import('./decline-question.tsx')).DeclineQuestion,
)

// The forms are loaded when one of them is first opened.
export const InviteMemberDialog = lazyOpening(async () => (await loadForms()).InviteMemberDialog)
export const ChangeMemberDialog = lazyOpening(async () => (await loadForms()).ChangeMemberDialog)

/** The kinds of partner notes. Calls and meetings are contact with the partner. */
export const noteKinds = ['note', 'call', 'meeting'] as const

export type NoteKind = (typeof noteKinds)[number]

export const noteKindLabels: Record<NoteKind, string> = { note: 'Note', call: 'Call', meeting: 'Meeting' }

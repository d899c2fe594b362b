type SnoozeChoice = { label: string; until: Date }

const laterHours = 3
const morningHour = 9

/** Returns the times until which a conversation is usually snoozed, in the time zone of the user. */
export const snoozeChoices = (now: Date): SnoozeChoice[] => {
  const at = (days: number, hour: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)
  const later = at(0, now.getHours() + laterHours)
  const daysToMonday = (8 - now.getDay()) % 7 || 7
  return [
    // Late in the evening, nothing of the day is left.
    ...(later.getDate() === now.getDate() ? [{ label: 'Later today', until: later }] : []),
    { label: 'Tomorrow morning', until: at(1, morningHour) },
    // On Sunday, that is tomorrow.
    ...(daysToMonday > 1 ? [{ label: 'Next week', until: at(daysToMonday, morningHour) }] : []),
  ]
}

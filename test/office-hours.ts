const nineToFive = [{ from: '09:00', until: '17:00' }]

/** Office hours from nine to five on workdays. */
export const officeHours = {
  timeZone: 'America/New_York',
  week: {
    monday: nineToFive,
    tuesday: nineToFive,
    wednesday: nineToFive,
    thursday: nineToFive,
    friday: nineToFive,
    saturday: [],
    sunday: [],
  },
  holidays: [{ date: '2026-12-25', name: 'Christmas' }],
}

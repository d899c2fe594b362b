import type { PersonalData } from '#server/personal-data/personal-data.ts'

// The descriptions of the files begin in this column.
const column = 23
const indented = `\n${' '.repeat(column)}`

/** Formats a description with the names of its files. It begins beside the last name, or below if that name is too long. */
const aboutFile = ([names, words]: [string, string]) => {
  const last = names.split('\n').at(-1) ?? ''
  const gap = last.length < column ? ' '.repeat(column - last.length) : indented
  return names + gap + words.replaceAll('\n', indented)
}

/** Returns the text of the archive's first file, which describes the others. */
export const readmeText = (
  { companyName, email, at }: { companyName: string; email: string; at: Date },
  personalData: PersonalData[],
) =>
  `Your data in the Partner Portal of ${companyName}

For ${email}, created on ${at.toISOString()}. All times are in UTC. Files that would be empty are left out.

${personalData
  .flatMap(({ files = {} }) => Object.entries(files))
  .map(aboutFile)
  .join('\n')}
NOT INCLUDED.txt       files that the virus check has not cleared

Members of the team appear as "Partner team", and other people of your partner as "another member". The audit log of what staff changed is not included: it is kept
as evidence and names other people.
`

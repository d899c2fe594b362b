/** The first file of the archive: what is in it. */
export const readmeText = (companyName: string, email: string, at: Date) =>
  `Your data in the Partner Portal of ${companyName}

For ${email}, made on ${at.toISOString()}. All times are in UTC. A file is only here if there is something in it.

account.json           your account, its group and which emails you want
picture.webp           your picture
sign-ins.json          your sessions, passkeys, browsers and calendar address, and what you did to sign in, out and confirm, change passkeys,
                       and download agreements and your data, as far as the portal stores it
drafts.json            what you typed in your profile and agreements and have not sent yet
profile.json           your partner profile
agreements.json        your agreements, with the values and the evidence of each signature
agreements/            the text of each agreement that you signed
tasks.json, tasks/     your tasks, their files and what you uploaded as proof
task-comments.json     the comments on your tasks
activations.json       your activations
activity.json          what happened to your account, profile, agreements, tasks and activations, and what you downloaded
messages.json,
messages/              your conversation with the partner team and its files
team-messages.json,
team-task-comments.json
                       what you wrote to partners, and about their tasks, as a member of the team
emails.json            the emails that the portal sent you, but for what had a code or named others
notifications.json     what the portal notified you of
weekly-digests.json    the weekly digests that it computed for you
downloads.json         the resources that you downloaded
announcements.json     the announcements that you read or dismissed, and when
NOT INCLUDED.txt       files that have not been found free of viruses

Members of the team appear as "Partner team". What staff changed, as the audit log has it, is not part of this file: it is kept
as evidence and names other people.
`

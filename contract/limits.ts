/** The maximum length of each kind of text in characters, also in the columns of the database. */
export const limits = {
  name: 200,
  /** RFC 5321 limits a path to 256 octets, including its brackets. */
  email: 254,
  phone: 40,
  url: 2048,
  group: 100,
  tag: 60,
  term: 2000,
  description: 5000,
  filePath: 1024,
  fileName: 255,
  fileType: 20,
  documentType: 40,
  agreementTitle: 200,
  message: 4000,
  reason: 1000,
  reminderLine: 1000,
  timeZone: 64,
  userAgent: 512,
  label: 40,
  view: 80,
  /** The columns of a saved view, as in an address. */
  columns: 400,
  invoiceNumber: 60,
} as const

/** For how many minutes a browser may answer the challenge for a passkey. */
export const challengeMinutes = 5

/** The side of a user's square picture in pixels, both as browsers send it and as it is stored. */
export const userPictureSide = 512

/** For how many days the "This wasn't me" link in the email about a sign-in works. It removes ways to sign in that are no older than this. */
export const reportLinkDays = 7

/** For how many minutes a user counts as present after confirming it. Signing asks for it in a session older than `signingStepUpHours`. */
export const stepUpMinutes = 10

/** The maximum number of files of the library that an activation or announcement names. */
export const maxAttachedFiles = 20

/** The maximum number of partners of one event; `maxContacts` is that of the people whom an activation names. */
export const maxActivationPartners = 500

export const maxContacts = 10

/** The maximum length of the source of an agreement's text in characters, about 30 pages. */
export const maxSourceLength = 60_000

/** The maximum number of partners in an audience. A group fits better for more. */
export const maxAssignedPartners = 10_000

/** The maximum number of partners that a query names one by one, so that they fit into a URL. */
export const maxPartnersInQuery = 200

/** The number of days for which the portal stores notifications. */
export const notificationDays = 90

/** The maximum size of an import file in bytes; `maxImportRows` is the maximum number of its rows. */
export const maxImportBytes = 10 * 1024 * 1024

export const maxImportRows = 20_000

/** The check of an import lists the changed values of this many partners. */
export const maxShownChanges = 500

/** The maximum size in bytes of what users correct in an import file, which is sent in addition to the file. */
export const maxImportEditBytes = 1024 * 1024

/** The maximum number of results of each kind that a search returns. */
export const maxResultsOfKind = 5

/** The minimum length of a search in characters. A single letter would match half of everything. */
export const minSearchLength = 2

/** The maximum number of tasks that one call changes. */
export const maxSelectedTasks = 200

/** The maximum number of conversations that one call changes; `maxChangedLabels` is that of the labels it adds to or removes from each. */
export const maxSelectedConversations = 100

export const maxChangedLabels = 20
/** The maximum number of agreements that one call changes. */
export const maxSelectedDocuments = 100

/** The maximum number of photos of an event; `maxCount` is that of what is counted at it, and `maxCostCents` that of its cost. */
export const maxPhotos = 20

export const maxCount = 100_000

export const maxCostCents = 100_000_000_00

/** The maximum number of proofs of a task; `maxComments` is that of the comments on a task or an activation. */
export const maxProofs = 20

export const maxComments = 500

/** The maximum number of users that one call changes. */
export const maxSelectedUsers = 100

/** The maximum number of partners that one call invites. */
export const maxInvitedAtOnce = 1000

/** The maximum number of task sets, and of further agreements, of an invitation. */
export const maxSetsOfInvitation = 20

/** The maximum number of invitations to a user within a day, including the welcome email. */
export const invitationsPerDay = 3

/** The maximum number of tags of a partner. */
export const maxTags = 20

/** The maximum number of people of a partner, including those who are invited. */
export const maxMembers = 50

/** The maximum number of invitations that the people of one partner are sent within a day. */
export const memberInvitationsPerDay = 20

/** The number of days for which the portal stores the deliveries of webhooks. */
export const webhookLogDays = 30

/** For how many hours after the secret of a webhook was rotated the previous secret also signs. */
export const secretOverlapHours = 24

/** The maximum number of saved views of a member of staff. */
export const maxViews = 50

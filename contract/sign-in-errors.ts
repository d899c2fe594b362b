export const notInvitedMessage = "This email address hasn't been invited. Please ask your partner contact."

/** The errors of `/sign-in?error=…`: why the user was not signed in, or not signed out everywhere. */
export const signInErrors = {
  not_invited: notInvitedMessage,
  canceled:
    'Nothing has changed, and you can sign in again at any time. If you did not cancel, your organization may not have given you access to this portal. Ask its administrator.',
  unverified:
    'Your organization did not confirm that your email address is yours. Ask its administrator to verify the address, or the administrator of this portal to trust addresses of your organization.',
  no_email:
    'Your organization did not send your email address. Ask its administrator to add one to your account there, and to send it to this portal.',
  provider_away:
    "Your organization's sign-in service cannot be reached or has a problem. Try again in a few minutes.",
  provider_asks:
    "Your organization's sign-in service needs something from you first. Try again and follow its steps.",
  provider_setup:
    "Your organization's sign-in service does not accept this portal as it is set up. Contact the administrator of this portal.",
  provider:
    "Your organization's sign-in service refused, or its response doesn't match this sign-in. Try again.",
  provider_sign_out:
    "You are signed out here. Your organization's sign-in service cannot be reached, so you may still be signed in there.",
  expired: 'This sign-in took too long or started in another browser. Try again.',
} as const

export type SignInError = keyof typeof signInErrors

/** The `state` with which the OpenID provider sends the browser back to `/sign-in` after signing the user out. */
export const signedOutState = 'signed_out'

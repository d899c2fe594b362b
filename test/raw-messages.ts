/** Matches Zod's own messages, such as "Invalid input: expected string, received undefined" and "Too big: expected…". */
export const rawMessage =
  /\b(expected|discriminator|pattern|unrecognized|invalid (input|option|string|uuid|iso))\b|^too (big|small)/i

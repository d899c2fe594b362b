/** What Zod's own messages look like: "Invalid input: expected string, received undefined", "Too big: expected…". */
export const rawMessage =
  /\b(expected|received|discriminator|pattern|unrecognized|invalid (input|option|string|uuid|iso))\b|^too (big|small)/i

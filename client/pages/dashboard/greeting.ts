export const greeting = (name: string) => `Welcome back, ${name}! Here's your partnership overview.`

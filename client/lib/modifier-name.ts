/** The name of the key for commands: ⌘ on Apple devices. Only the browser knows it, not the server that renders. */
export const modifierName = () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl')

/**
 * The name of a pressed key in the declarations of shortcuts: `j`, `J`, `?`, `Home`, `Shift+Space`,
 * `Ctrl+Shift+L`. Caps Lock does not count. Keyboards without Latin letters give the letter of the key's
 * place.
 */
export function keyOf(event: KeyboardEvent): string {
  const letter = letterOf(event)
  const key = event.key === ' ' ? 'Space' : (letter ?? event.key)
  const control = event.ctrlKey || event.metaKey ? 'Ctrl+' : ''
  const alt = event.altKey ? 'Alt+' : ''
  const shift = event.shiftKey ? 'Shift+' : ''
  if (control || alt) return control + alt + (letter === undefined ? key : shift + letter.toUpperCase())
  if (letter !== undefined) return event.shiftKey ? letter.toUpperCase() : letter
  return key === 'Space' ? shift + key : key
}

function letterOf({ key, code }: KeyboardEvent): string | undefined {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  const isOtherScript = key.length === 1 && key.charCodeAt(0) > 127
  return isOtherScript ? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() : undefined
}

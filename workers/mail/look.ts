import { readFileSync } from 'node:fs'
import type { Values } from './templates.ts'

/** The tokens that the web client and the pages have too. The build puts both folders into `dist`. */
const TOKENS = readFileSync(new URL('../../gateway/design/tokens.css', import.meta.url), 'utf8')

/** The value of a token in the light theme: mail programs support neither variables nor `light-dark()`. */
function token(name: string): string {
  const value = new RegExp(`^\\s*--${name}: ([^;]+);`, 'm').exec(TOKENS)?.[1]
  if (value === undefined) throw new Error(`gateway/design/tokens.css has no --${name}`)
  return /^light-dark\(([^,]+),/.exec(value)?.[1] ?? value
}

/** The colours and type of mails, as values of the templates: `{{look.accent}}`. */
export const look = {
  side: token('side'),
  paper: token('paper'),
  code: token('code'),
  line: token('line'),
  text: token('text'),
  soft: token('soft'),
  accent: token('accent'),
  onAccent: token('on-accent'),
  radius: token('radius'),
  radiusLarge: token('radius-large'),
  size: token('size'),
  // Inter is a font of the page; a mail has those of the device. Quotes would end the attribute.
  font: token('font').replaceAll('"', "'"),
} as const satisfies Values

import { readFileSync } from 'node:fs'
import type { Values } from './templates.ts'

/** The tokens that the web client and the pages have too. The build puts both folders into `dist`. */
const TOKENS = readFileSync(new URL('../../gateway/design/tokens.css', import.meta.url), 'utf8')

/** The value of a token in one theme: mail programs support no variables, no `calc()`, no `light-dark()`. */
function token(name: string, theme: 'light' | 'dark' = 'light'): string {
  const value = new RegExp(`^\\s*--${name}: ([^;]+);`, 'm').exec(TOKENS)?.[1]
  if (value === undefined) throw new Error(`gateway/design/tokens.css has no --${name}`)
  const [, light, dark] = /^light-dark\(([^,]+), ([^)]+)\)$/.exec(value) ?? []
  // The reader's text size is a setting of the web client.
  const [, size] = /^calc\((\S+) \* var\(--text-scale, 1\)\)$/.exec(value) ?? []
  return size ?? (theme === 'light' ? light : dark) ?? value
}
const dark = (name: string): string => `${token(name, 'dark')} !important`

/**
 * The style element of mails. It replaces inline styles of the light theme on phones, and in mail programs
 * that have a dark theme. Programs without style sheets show the light theme.
 */
const style = `<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .pad { padding-left: 16px !important; padding-right: 16px !important; }
  .button { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .side { background: ${dark('side')}; }
  .paper { background: ${dark('paper')}; border-color: ${dark('line')}; color: ${dark('text')}; }
  .line, .paper blockquote, .paper td, .paper th, .paper hr { border-color: ${dark('line')}; }
  .paper a { color: ${dark('accent')}; }
  .text, .paper a.text { color: ${dark('text')}; }
  .soft, .paper a.soft, .paper blockquote { color: ${dark('soft')}; }
  .paper code, .paper pre, .mention { background: ${dark('code')}; }
  .paper a.button { background: ${dark('accent')}; color: ${dark('on-accent')}; }
}
</style>`

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
  // Pages load the font Inter; a mail uses the device's fonts. Quotes would end the attribute.
  font: token('font').replaceAll('"', "'"),
  mono: token('mono').replaceAll('"', "'"),
  style,
} as const satisfies Values

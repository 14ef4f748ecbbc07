import { webFontFaces } from '../static/web-build.ts'
import { token } from './design-tokens.ts'

/** Our tokens for the tokens of the board. Each `light-dark()` follows the theme that its user chose. */
export const BOARD_THEME = {
  background: token('ground'),
  foreground: token('text'),
  card: token('paper'),
  popover: token('paper'),
  primary: token('accent'),
  'primary-foreground': token('on-accent'),
  secondary: token('count-ground'),
  'secondary-foreground': token('text'),
  muted: token('code'),
  'muted-foreground': token('soft'),
  accent: token('hover'),
  'accent-foreground': token('text'),
  destructive: token('bad'),
  'destructive-foreground': token('paper'),
  border: token('line'),
  input: token('field-line'),
  ring: token('accent'),
  radius: token('radius-small'),
  'font-sans': token('font'),
  'font-mono': token('mono'),
  sidebar: token('side'),
  'sidebar-foreground': token('text'),
  'sidebar-accent': token('hover'),
  'sidebar-border': token('line'),
} as const

/** The board shows a page of its own colours until its script runs. */
export const BOARD_STYLE = `${webFontFaces()}
:root { color-scheme: light; background: ${token('ground')}; }
@media (prefers-color-scheme: dark) { .preload { color-scheme: dark; } }
body.dark-mode { color-scheme: dark; }
body { color: ${token('text')}; background: ${token('ground')}; }
#root > [style*="100vh"] { background: ${token('side')} !important; color: ${token('soft')} !important; font-family: ${token('font')} !important; }
[class*="cardHeader"], th { letter-spacing: 0; }`

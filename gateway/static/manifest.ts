import { readFileSync } from 'node:fs'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { Reply } from '../http/reply/reply.ts'
import type { WebBuild } from './web-build.ts'

const ICON_NAME = /^icon-(maskable-)?(192|512)-[\w-]+\.png$/

/** The light ground of a token of `gateway/design/tokens.css`: a manifest has one colour for all themes. */
function lightColour(token: string): string {
  const tokens = readFileSync(new URL('../design/tokens.css', import.meta.url), 'utf8')
  const colour = new RegExp(`--${token}: light-dark\\((#\\w+)`).exec(tokens)?.[1]
  if (colour === undefined) throw new Error(`tokens.css has no colour ${token}`)
  return colour
}

const COLOURS = { theme_color: lightColour('side'), background_color: lightColour('ground') }

const SHORTCUTS = [
  { name: 'Inbox', url: '/#inbox' },
  { name: 'Recent conversations', url: '/#recent' },
  { name: 'Mentions', url: '/#narrow/is/mentioned' },
] as const

/**
 * How a browser installs the web client as an app named after the organization (W3C Web Application
 * Manifest).
 */
export function manifestReply({ record }: RealmState, { names }: WebBuild): Reply {
  const { name, description } = record.settings
  const icons = names.flatMap((file) => {
    const [, maskable, size] = ICON_NAME.exec(file) ?? []
    if (size === undefined) return []
    const purpose = maskable === undefined ? 'any' : 'maskable'
    return [{ src: `/static/web/${file}`, sizes: `${size}x${size}`, type: 'image/png', purpose }]
  })
  const body = JSON.stringify({
    ...{ id: '/', start_url: '/', scope: '/', display: 'standalone', dir: 'auto' },
    ...{ name, short_name: name, ...(description !== '' && { description }), ...COLOURS },
    icons,
    shortcuts: SHORTCUTS,
  })
  const headers = [
    ['Content-Type', 'application/manifest+json'],
    ['Cache-Control', 'no-cache'],
    ['X-Content-Type-Options', 'nosniff'],
  ] as const
  return { status: '200 OK', headers: [...headers], body }
}

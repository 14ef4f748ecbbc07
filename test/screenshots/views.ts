import type { Page } from 'playwright-core'
import type { ChannelId } from '../../core/platform/ids.ts'

/** A view of the web client that is pictured. */
export interface View {
  /** Name of its pictures. */
  readonly name: string
  /** A description of the picture, for docs/screenshots.md and as its alternative text. */
  readonly text: string
  /** The address below the root. */
  readonly path: (ids: Ids) => string
  readonly isDark?: boolean
  /** Whether one picture, of a laptop, is enough. */
  readonly isSmall?: boolean
  /** Whether the visitor has no session. */
  readonly isLoggedOut?: boolean
  /** Brings the page into the state of the picture. */
  readonly prepare?: (page: Page) => Promise<void>
}

export interface Ids {
  readonly channels: Readonly<Record<string, ChannelId>>
  readonly users: Readonly<Record<string, number>>
}

const topic =
  (channel: string, name: string) =>
  ({ channels }: Ids) =>
    `/#narrow/channel/${channels[channel]}-${channel}/topic/${encodeURIComponent(name).replaceAll('%', '.')}`

const firstMessage = (page: Page) => page.getByRole('log').getByRole('article').first().waitFor()
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

export const VIEWS: readonly View[] = [
  {
    name: 'log-in',
    text: 'The log-in page',
    path: () => '/login',
    isLoggedOut: true,
    prepare: (page) => page.getByLabel('Password').waitFor(),
  },
  {
    name: 'inbox',
    text: 'The inbox: every conversation with unread messages',
    path: () => '/#inbox',
    prepare: (page) => page.getByRole('main').getByRole('link').first().waitFor(),
  },
  {
    name: 'recent',
    text: 'Recent conversations',
    path: () => '/#recent',
    prepare: (page) => page.getByRole('main').getByRole('link').first().waitFor(),
  },
  {
    name: 'topic',
    text: 'A topic of a channel',
    path: topic('Verona', 'balcony load test'),
    prepare: firstMessage,
  },
  {
    name: 'direct',
    text: 'A direct conversation',
    path: ({ users }) => `/#narrow/dm/${users.polonius}-dm`,
    prepare: firstMessage,
  },
  { name: 'feed', text: 'The combined feed', path: () => '/#feed', prepare: firstMessage },
  {
    name: 'search',
    text: 'A search',
    path: () => '/#narrow/search/balcony',
    prepare: firstMessage,
  },
  {
    name: 'composer',
    text: 'Completion of a name in the composer',
    path: topic('Denmark', 'night watch'),
    prepare: async (page) => {
      await firstMessage(page)
      await composer(page).pressSequentially('Ask @pro')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'settings',
    text: 'The settings',
    path: () => '/#settings/preferences',
    prepare: (page) => page.getByRole('main').getByRole('heading').first().waitFor(),
  },
  {
    name: 'dark',
    text: 'The dark theme',
    path: topic('Verona', 'two households, one rota'),
    isDark: true,
    prepare: firstMessage,
  },
]

/** Width and height in pixels. */
export const LAPTOP = [1280, 800] as const
export const SIZES = [[390, 844], LAPTOP, [2560, 1440]] as const

import { joinOrCreate } from '../channels/joining/join-or-create.ts'
import { render } from '../content/markdown/render.ts'
import { markdownContext } from '../content/messages/realm-context.ts'
import type { ChannelId, UserId } from '../platform/ids.ts'
import type { Core } from '../state/core.ts'
import type { RealmState } from '../state/realm/state.ts'
import { BOT, SPEAKERS, type Speaker } from './scripts/cast.ts'

interface DemonstrationChannel {
  readonly description: string
  readonly isPrivate?: boolean
  /** Whether people without an account can read it. */
  readonly isWebPublic?: boolean
  readonly isDefault?: boolean
  readonly subscribers: readonly Speaker[]
}

/**
 * The channels of the demonstration organization. The guest is in two of them, everybody is in the default
 * channel.
 */
export const CHANNELS = {
  general: {
    description: 'For everyone, about everything that has no channel of its own.',
    isDefault: true,
    subscribers: SPEAKERS,
  },
  Verona: {
    description: 'The summer season: **two households**, one stage, a balcony that has to hold.',
    subscribers: ['desdemona', 'iago', 'hamlet', 'cordelia', 'othello', 'zoe', 'aaron', 'polonius', BOT.name],
  },
  Denmark: {
    description: 'The castle: repairs, the night watch, and what the watch says it saw.',
    subscribers: ['iago', 'shiva', 'hamlet', 'cordelia', 'prospero', 'aaron'],
  },
  Scotland: {
    description: 'Touring the north. Forest logistics, catering, *no* naming of the play.',
    subscribers: ['desdemona', 'shiva', 'hamlet', 'othello', 'zoe', 'aaron'],
  },
  Venice: {
    description: 'The fleet: cargo, contracts, and `manifest.csv`. Ask before you sign.',
    subscribers: ['desdemona', 'iago', 'cordelia', 'othello', 'prospero', 'zoe'],
  },
  Rome: {
    description: 'Speeches, and who gives them. Ends in March.',
    subscribers: ['desdemona', 'iago', 'shiva', 'cordelia', 'prospero', 'aaron'],
  },
  'core team': {
    description: 'Money, people and plans that are not ready yet.',
    isPrivate: true,
    subscribers: ['desdemona', 'iago', 'shiva', 'prospero'],
  },
} as const satisfies Record<string, DemonstrationChannel>

/** The channel that visitors read without an account. */
export const OPEN_CHANNELS = {
  foyer: {
    description:
      'For visitors: what we play, and when. Everybody can read this channel, also without an account.',
    isWebPublic: true,
    subscribers: ['desdemona', 'iago', 'hamlet', 'cordelia', 'prospero', BOT.name],
  },
} as const satisfies Record<string, DemonstrationChannel>

export type ChannelName = keyof typeof CHANNELS
export type OpenChannelName = keyof typeof OPEN_CHANNELS

/** Creates the missing channels in the name of the owner. Returns the ids of all channels. */
export async function createChannels<Name extends string>(
  core: Core,
  realm: RealmState,
  people: Readonly<Record<Speaker, UserId>>,
  channels: Readonly<Record<Name, DemonstrationChannel>>,
): Promise<Record<Name, ChannelId>> {
  await realm.sync()
  const owner = realm.users.get(people.desdemona)!
  const context = markdownContext(realm, owner, core.options.rootUrl)
  for (const [name, { subscribers, ...channel }] of Object.entries<DemonstrationChannel>(channels)) {
    await joinOrCreate(
      { core, realm, user: owner },
      {
        channels: [{ name, ...channel, renderedDescription: render(channel.description, context).html }],
        principals: subscribers.map((name) => people[name]),
        authorizationErrorsFatal: true,
        startsEmpty: true,
      },
    )
  }
  await realm.sync()
  const names = Object.keys(channels) as Name[]
  return Object.fromEntries(names.map((name) => [name, realm.channels.byName(name)!.id])) as Record<
    Name,
    ChannelId
  >
}

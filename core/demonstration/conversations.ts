import type { ChannelName } from './channels.ts'
import type { Speaker } from './people.ts'
import { type ChannelScript, linesOf } from './script.ts'
import { coreTeam } from './scripts/core-team.ts'
import { denmark } from './scripts/denmark.ts'
import { direct } from './scripts/direct.ts'
import { general } from './scripts/general.ts'
import { rome } from './scripts/rome.ts'
import { scotland } from './scripts/scotland.ts'
import { venice } from './scripts/venice.ts'
import { verona } from './scripts/verona.ts'

const CHANNEL_SCRIPTS: Readonly<Record<ChannelName, ChannelScript>> = {
  general,
  Verona: verona,
  Denmark: denmark,
  Scotland: scotland,
  Venice: venice,
  Rome: rome,
  'core team': coreTeam,
}

/** One message of the demonstration organization, before it is rendered. */
export interface Spoken {
  readonly speaker: Speaker
  readonly to:
    | { readonly channel: ChannelName; readonly topic: string }
    | { readonly between: readonly Speaker[] }
  readonly content: string
}

/** Every message in the order in which it is sent. The same each time. */
export function conversations(): Spoken[] {
  const spoken = (to: Spoken['to'], script: string): Spoken[] =>
    linesOf(script).map(({ speaker, content }) => ({ speaker, to, content }))
  const inChannels = Object.entries(CHANNEL_SCRIPTS).flatMap(([channel, topics]) =>
    Object.entries(topics).map(([topic, script]) =>
      spoken({ channel: channel as ChannelName, topic }, script),
    ),
  )
  const inPrivate = direct.map(({ between, script }) => spoken({ between }, script))
  return interleave([...inChannels, ...inPrivate])
}

/** People talk in several places at once: up to three messages here, then the same elsewhere. */
function interleave(scripts: readonly (readonly Spoken[])[]): Spoken[] {
  const all: Spoken[] = []
  const longest = Math.max(...scripts.map((script) => script.length))
  for (let from = 0; from < longest; from += 3) {
    for (const script of scripts) all.push(...script.slice(from, from + 3))
  }
  return all
}

import type { ChannelName, OpenChannelName } from './channels.ts'
import type { Speaker } from './scripts/cast.ts'
import { coreTeam } from './scripts/core-team.ts'
import { denmark } from './scripts/denmark.ts'
import { direct } from './scripts/direct.ts'
import { foyer } from './scripts/foyer.ts'
import { general } from './scripts/general.ts'
import { rome } from './scripts/rome.ts'
import { scotland } from './scripts/scotland.ts'
import { type ChannelScript, linesOf } from './scripts/script.ts'
import { venice } from './scripts/venice.ts'
import { verona } from './scripts/verona.ts'

const CHANNEL_SCRIPTS: Readonly<Record<ChannelName | OpenChannelName, ChannelScript>> = {
  foyer,
  general,
  Verona: verona,
  Denmark: denmark,
  Scotland: scotland,
  Venice: venice,
  Rome: rome,
  'core team': coreTeam,
}

/** Time from the first message to the last. */
const SPAN_MINUTES = 10 * 24 * 60
/** Age of the last message when the organization is seeded. */
const NEWEST_MINUTES = 5
/** Time between two messages that follow one another in a conversation. */
const ANSWER_MINUTES = 2
/** Messages of a conversation before people write in another one. */
const TURN = 3

/** One message of the demonstration organization, before it is rendered. */
export interface ScriptedMessage {
  readonly speaker: Speaker
  readonly to:
    | { readonly channel: ChannelName | OpenChannelName; readonly topic: string }
    | { readonly between: readonly Speaker[] }
  readonly content: string
  /** Age of the message when the organization is seeded. */
  readonly minutesAgo: number
}

type Untimed = Omit<ScriptedMessage, 'minutesAgo'>

/** Returns every message, oldest first. The result is the same each time. */
export function conversations(): ScriptedMessage[] {
  const messagesOf = (to: Untimed['to'], script: string): Untimed[] =>
    linesOf(script).map(({ speaker, content }) => ({ speaker, to, content }))
  const inChannels = Object.entries(CHANNEL_SCRIPTS).flatMap(([channel, topics]) =>
    Object.entries(topics).map(([topic, script]) =>
      messagesOf({ channel: channel as ChannelName | OpenChannelName, topic }, script),
    ),
  )
  const inPrivate = direct.map(({ between, script }) => messagesOf({ between }, script))
  return spread(takeTurns([...inChannels, ...inPrivate]))
}

/**
 * People write in several places at once: up to three messages in one conversation, then the same in the
 * next.
 */
function takeTurns(scripts: readonly (readonly Untimed[])[]): Untimed[][] {
  const turns: Untimed[][] = []
  const longest = Math.max(...scripts.map((script) => script.length))
  for (let from = 0; from < longest; from += TURN) {
    for (const script of scripts) turns.push(script.slice(from, from + TURN))
  }
  return turns.filter((turn) => turn.length > 0)
}

/** Spreads the turns evenly over the days before seeding, in their order. */
function spread(turns: readonly (readonly Untimed[])[]): ScriptedMessage[] {
  const last = turns.length - 1
  return turns.flatMap((turn, index) => {
    const turnEnd = NEWEST_MINUTES + Math.round(SPAN_MINUTES * (1 - index / last))
    return turn.map((message, at) => ({
      ...message,
      minutesAgo: turnEnd + (turn.length - 1 - at) * ANSWER_MINUTES,
    }))
  })
}

import { SPEAKERS, type Speaker } from './cast.ts'

/**
 * The messages of one conversation, written like a play: `name: ` begins a message, and lines that are
 * indented by two spaces continue it. The content is Markdown.
 */
export type Script = string

/** The scripts of a channel by topic. */
export type ChannelScript = Readonly<Record<string, Script>>

/** The script of a direct conversation. A single participant writes to themselves. */
export interface DirectScript {
  readonly between: readonly Speaker[]
  readonly script: Script
}

export interface Line {
  readonly speaker: Speaker
  readonly content: string
}

const OPENING = new RegExp(`^(${SPEAKERS.join('|')}): (.*)$`)

/** Returns the messages of a script, in order. Throws for a line without a speaker. */
export function linesOf(script: Script): Line[] {
  const lines: { speaker: Speaker; content: string }[] = []
  for (const text of script.split('\n').slice(1, -1)) {
    const opening = OPENING.exec(text)
    const last = lines.at(-1)
    if (opening !== null) lines.push({ speaker: opening[1] as Speaker, content: opening[2]! })
    else if (last !== undefined && /^( {2}|$)/.test(text)) last.content += `\n${text.slice(2)}`
    else throw new Error(`no speaker says ${JSON.stringify(text)}`)
  }
  return lines
}

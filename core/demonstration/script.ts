import { SPEAKERS, type Speaker } from './people.ts'

/**
 * What is said in one conversation, written like a play: `name: ` begins a message, and lines that are
 * indented by two spaces go on with it. The content is Markdown.
 */
export type Script = string

/** The scripts of a channel by topic. */
export type ChannelScript = Readonly<Record<string, Script>>

/** The script of a direct conversation; with oneself when there is one participant. */
export interface DirectScript {
  readonly between: readonly Speaker[]
  readonly script: Script
}

export interface Line {
  readonly speaker: Speaker
  readonly content: string
}

const OPENING = new RegExp(`^(${SPEAKERS.join('|')}): (.*)$`)

/** The messages of a script, in order. Throws for a line that is nobody's. */
export function linesOf(script: Script): Line[] {
  const lines: { speaker: Speaker; content: string }[] = []
  for (const text of script.split('\n').slice(1, -1)) {
    const opening = OPENING.exec(text)
    const last = lines.at(-1)
    if (opening !== null) lines.push({ speaker: opening[1] as Speaker, content: opening[2]! })
    else if (last !== undefined && /^( {2}|$)/.test(text)) last.content += `\n${text.slice(2)}`
    else throw new Error(`nobody says ${JSON.stringify(text)}`)
  }
  return lines
}

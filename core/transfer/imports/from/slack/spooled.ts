import { type Fields, isFields } from '../reading/fields.ts'
import { textOf } from '../reading/texts.ts'
import { headedLine, splitLine } from '../source/headed-line.ts'
import { filesIn } from './attachments.ts'
import { type Entry, editedAt } from './entries.ts'

const JOINS = new Set(['channel_join', 'group_join'])
const LEAVES = new Set(['channel_leave', 'group_leave'])

/** Bits of an entry on disk. */
const DELETED = 1
const JOIN = 2
const LEAVE = 4
const PARENT = 8
const FILES = 16

/** The fields of a message that are used. */
const KEPT = [
  ...['user', 'bot_id', 'username', 'user_profile', 'bot_profile', 'ts', 'thread_ts', 'reply_count'],
  ...['subtype', 'text', 'blocks', 'attachments', 'files', 'file', 'comment', 'room', 'reactions', 'edited'],
]

/**
 * An entry on disk between the reading of its file and the giving of its id. What numbering needs is beside
 * the message, which stays unparsed until its row is made.
 */
export interface Spooled {
  readonly place: number
  /** The time of the message. */
  readonly ts: string
  /** The time of the first message of its thread; empty outside of threads. */
  readonly thread: string
  readonly isDeleted: boolean
  /** Whether somebody joined or left; undefined for a message. */
  readonly isJoin: boolean | undefined
  /** Whether the message is the first of a thread. */
  readonly isParent: boolean
  readonly hasFiles: boolean
  /** Unix seconds; 0 for never. */
  readonly edited: number
  /** The JSON of the message. */
  readonly json: string
}

/** Writes an entry as a line. */
export function spooledLine(place: number, { ts, message }: Entry): string {
  if (message === undefined) return headedLine([place, ts, '', DELETED, 0], '{}')
  const subtype = textOf(message.subtype)
  const thread = textOf(message.thread_ts)
  const isParent = thread === ts || (thread === '' && Number(message.reply_count) > 0)
  const bits =
    (JOINS.has(subtype) ? JOIN : 0) |
    (LEAVES.has(subtype) ? LEAVE : 0) |
    (isParent ? PARENT : 0) |
    (filesIn(message).length > 0 ? FILES : 0)
  const kept: Record<string, unknown> = {}
  for (const name of KEPT) if (message[name] != null) kept[name] = message[name]
  return headedLine([place, ts, thread, bits, editedAt(message)], JSON.stringify(kept))
}

export function spooledIn(line: string): Spooled {
  const { head, json } = splitLine(line)
  const [place, ts, thread, bits, edited] = head as [number, string, string, number, number]
  return {
    ...{ place, ts, thread, edited },
    isDeleted: (bits & DELETED) !== 0,
    isJoin: (bits & (JOIN | LEAVE)) === 0 ? undefined : (bits & JOIN) !== 0,
    isParent: (bits & PARENT) !== 0,
    hasFiles: (bits & FILES) !== 0,
    json,
  }
}

/** The message of an entry. */
export function messageOf({ json }: Pick<Spooled, 'json'>): Fields {
  const message = JSON.parse(json)
  return isFields(message) ? message : {}
}

/** A message on disk. */
export interface Numbered {
  readonly place: number
  readonly conversation: number
  readonly json: string
}

export const numberedLine = ({ place, conversation, json }: Numbered): string =>
  headedLine([place, conversation], json)

export function numberedIn(line: string): Numbered {
  const { head, json } = splitLine(line)
  const [place, conversation] = head as [number, number]
  return { place, conversation, json }
}

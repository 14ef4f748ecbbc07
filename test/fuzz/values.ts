import type { z } from 'zod'
import type { Random } from '../chaos/random.ts'

type Schema = z.core.$ZodTypes

/** Ids and names of existing objects by the names of parameters; requests choose from them. */
export class Known {
  readonly #byName = new Map<string, (number | string)[]>()

  /** Keeps the newest 200 of each name. */
  add(name: string, ...values: readonly (number | string)[]): void {
    const known = this.#byName.get(name) ?? []
    known.push(...values)
    this.#byName.set(name, known.slice(-200))
  }

  pick(name: string, random: Random): number | string | undefined {
    const known = this.#byName.get(ALIASES[name] ?? name)
    return known === undefined || known.length === 0 ? undefined : random.pick(known)
  }
}

/** Parameters that name the same kind of object. */
const ALIASES: Readonly<Record<string, string>> = {
  ...{
    to: 'user_id',
    user_ids: 'user_id',
    members: 'user_id',
    subscribers: 'user_id',
    principals: 'user_id',
  },
  ...{ muted_user_id: 'user_id', direct_members: 'user_id', bot_owner_id: 'user_id', add: 'user_id' },
  ...{
    new_stream_id: 'stream_id',
    stream_ids: 'stream_id',
    message_ids: 'message_id',
    msg_ids: 'message_id',
  },
  ...{ messages: 'message_id', anchor: 'message_id', topic_name: 'topic', subject: 'topic' },
  ...{ stream: 'name', subscriptions: 'name', stream_names: 'name', delete: 'name', new_name: 'name' },
  ...{ group_ids: 'user_group_id', subgroups: 'user_group_id', direct_subgroups: 'user_group_id' },
  ...{ username: 'email', user_id_or_email: 'email', last_event_id: 'message_id' },
}

const WORDS = [
  '',
  'a',
  'Verona',
  'play',
  'to *be* or not @**all**',
  'é',
  '✔ done',
  'x'.repeat(60),
  '-1',
  '0',
  'newest',
]
const OPERATORS = [
  ...['channel', 'topic', 'dm', 'dm-including', 'sender', 'id', 'near', 'with', 'search', 'is', 'has', 'in'],
  ...['channels', 'group-pm-with', 'nonsense'],
]

/** Generates a value that the schema accepts. Most ids and names belong to existing objects. */
export function likely(schema: z.ZodType, name: string, random: Random, known: Known, depth = 0): unknown {
  const { def } = (schema as unknown as Schema)._zod
  const inner = (part: z.core.$ZodType, as = name) => likely(part as z.ZodType, as, random, known, depth + 1)
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'readonly':
    case 'nullable':
      return def.type === 'nullable' && random.chance(0.2) ? null : inner(def.innerType)
    case 'pipe':
      return inner(def.in)
    case 'union':
      return inner(random.pick(def.options))
    case 'literal':
      return random.pick(def.values)
    case 'enum':
      return random.pick(Object.values(def.entries))
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    case 'number':
      return known.pick(name, random) ?? random.pick([0, 1, 2, 3, 10, 100, 1_700_000_000])
    case 'array':
      return Array.from({ length: random.int(0, depth > 2 ? 1 : 4) }, () => inner(def.element))
    case 'tuple':
      return def.items.map((item) => inner(item))
    case 'record':
      return Object.fromEntries([[String(random.pick(WORDS)), inner(def.valueType)]])
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(() => random.chance(0.9))
          .map(([member, part]) => [member, inner(part, member)]),
      )
    case 'string':
      if (name === 'operator') return random.pick(OPERATORS)
      return String(known.pick(name, random) ?? random.pick(WORDS))
    default:
      return random.pick(WORDS)
  }
}

const BIG = [100, 1000, 10_000, 100_000, 300_000]

/** Text that no client sends, for a parameter of any kind. */
export function hostile(random: Random): string | Buffer {
  const size = random.pick(BIG)
  const kinds: (() => string | Buffer)[] = [
    () => '',
    () => '\0',
    () => `a\0${'b'.repeat(random.int(0, 50))}`,
    () => Buffer.from([0xff, 0xfe, 0xc3]),
    () => Buffer.from([0xed, 0xa0, 0x80]),
    () => '\u202e\u2066\ufeff\uffff',
    () => '😀'.repeat(Math.min(size, 10_000)),
    () => `e${'\u0301'.repeat(Math.min(size, 5000))}`,
    () => 'x'.repeat(size),
    () => ' \n\t'.repeat(Math.min(size, 10_000)),
    () => '['.repeat(Math.min(size, 100_000)),
    () => '{"a":'.repeat(Math.min(size, 50_000)),
    () => JSON.stringify(Array(Math.min(size, 100_000)).fill(random.pick([1, 'a', null, {}, []]))),
    () =>
      JSON.stringify(Object.fromEntries(Array.from({ length: Math.min(size, 20_000) }, (_, n) => [n, n]))),
    () =>
      random.pick(['null', 'true', 'false', '[]', '{}', '""', '"', '[', '[1,', '{"a"', 'undefined', 'NaN']),
    () =>
      random.pick([
        '-1',
        '0',
        '1.5',
        '1e999',
        '-0',
        '9'.repeat(30),
        '2147483648',
        '9007199254740993',
        '0x10',
      ]),
    () =>
      random.pick([
        "' OR 1=1 --",
        '{{7*7}}',
        '../../../etc/passwd',
        '%00',
        '%zz',
        '%',
        '\\',
        '__proto__',
        'constructor',
      ]),
    () => random.pick(['{"__proto__":{"a":1}}', '["\\ud800"]', '["\\u0000"]', '{"operator":"search"}']),
    () => JSON.stringify([{ operator: 'search', operand: '"p q" '.repeat(Math.min(size, 3000)) }]),
    () => JSON.stringify(Array(200).fill({ operator: 'search', operand: '"a b" c -d', negated: true })),
    () => '`'.repeat(Math.min(size, 10_000)),
    () => '> '.repeat(Math.min(size, 5000)),
    () => '[a]('.repeat(Math.min(size, 2500)),
    () => '**a_'.repeat(Math.min(size, 2500)),
    () => '|a|b|\n|-|-|\n'.repeat(Math.min(size, 800)),
    () => `$$${'\\frac{'.repeat(Math.min(size, 500))}$$`,
    () => 'http://a.b/'.repeat(Math.min(size, 900)),
    () => '@**all** '.repeat(Math.min(size, 1000)),
  ]
  return random.pick(kinds)()
}

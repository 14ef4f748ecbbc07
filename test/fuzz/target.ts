import { PEOPLE } from '../../core/demonstration/scripts/cast.ts'
import { addPeople } from '../bench/people.ts'
import { startStack } from '../bench/stack.ts'
import type { Target } from './run.ts'
import { Known } from './values.ts'

/** The key of an unknown user. */
const STRANGER = `Basic ${Buffer.from('nobody@demo.test:x').toString('base64')}`
const CALLERS = ['desdemona', 'iago', 'shiva', 'hamlet', 'cordelia', 'polonius', 'greeter-bot']

/**
 * A separate server with one sender of each kind: an owner, an administrator, …, a guest, a bot, an anonymous
 * client.
 */
export async function startTarget(): Promise<Target & { close(): Promise<void> }> {
  const stack = await startStack({
    isMeasurable: true,
    settings: {
      LOG_LEVEL: 'fatal',
      // Polls are short, and the state of closed clients expires soon.
      HEARTBEAT_SECONDS: '1',
      EVENT_QUEUE_LIFETIME_SECONDS: '60',
      EVENT_QUEUES_PER_USER: '20',
    },
  })
  await addPeople(stack, 50)
  const callers = Object.fromEntries(CALLERS.map((name) => [name, stack.authorization(name)]))
  return {
    port: stack.port,
    callers: { ...callers, stranger: STRANGER, nobody: '' },
    known: knownOf(stack.channels),
    memory: async () => {
      const { heapUsed, external } = await stack.memory()
      return { held: heapUsed + external, resident: stack.residentMib() * 1024 * 1024 }
    },
    close: () => stack.close(),
  }
}

function knownOf(channels: Readonly<Record<string, number>>): Known {
  const known = new Known()
  known.add('stream_id', ...Object.values(channels))
  known.add('name', ...Object.keys(channels), 'new channel')
  known.add('topic', 'play', 'lunch', 'a new topic')
  known.add('email', ...Object.keys(PEOPLE).map((name) => `${name}@demo.test`))
  known.add('user_id', ...Array.from({ length: 20 }, (_, n) => n + 1))
  known.add('user_group_id', ...Array.from({ length: 10 }, (_, n) => n + 1))
  known.add('emoji_name', 'tada', 'smile')
  // Added accounts, which send no requests.
  known.add('victim email', 'p1@demo.test', 'p2@demo.test')
  known.add('victim user_id', 30, 31, 32, 33)
  known.add('victim bot_id', 30, 31)
  return known
}

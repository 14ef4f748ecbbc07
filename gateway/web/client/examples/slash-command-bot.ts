/**
 * Answers `/roll`, `/roll 20`, `/time Europe/Berlin` and `/help` where they are asked: in a topic or a direct
 * message.
 */
import { apiKey, createClient, type EventNamed, type Unsent } from '@loquat/client'

const { SITE: url = '', EMAIL: email = '', API_KEY: key = '' } = process.env

type Message = EventNamed<'message'>['message']
type Command = (argument: string) => string

const COMMANDS: Readonly<Record<string, Command>> = {
  help: () =>
    `I know ${Object.keys(COMMANDS)
      .map((name) => `\`/${name}\``)
      .join(', ')}.`,
  roll: (argument) => {
    const sides = Number(argument || '6')
    if (!Number.isInteger(sides) || sides < 2) return '`/roll` takes the number of sides: `/roll 20`.'
    return `You rolled ${1 + Math.floor(Math.random() * sides)} of ${sides}.`
  },
  time: (argument) => {
    try {
      return new Date().toLocaleString('en', {
        timeZone: argument || 'UTC',
        dateStyle: 'long',
        timeStyle: 'long',
      })
    } catch {
      return `I do not know the time zone ${argument}. Write it like \`/time Europe/Berlin\`.`
    }
  },
}

function answerTo(content: string): string | undefined {
  const [, name, argument] = /^\/(\w+)\s*(.*)$/.exec(content.trim()) ?? []
  if (name === undefined || argument === undefined) return undefined
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  return command?.(argument) ?? `I do not know \`/${name}\`. ${COMMANDS.help?.('')}`
}

/** A message to the conversation of another one. */
function reply({ stream_id, subject, display_recipient, sender_id }: Message, content: string): Unsent {
  if (stream_id !== undefined) return { type: 'channel', to: stream_id, topic: subject, content }
  const people = typeof display_recipient === 'string' ? [] : display_recipient.map(({ id }) => id)
  return { type: 'direct', to: [...new Set([...people, sender_id])], content }
}

const bot = createClient({ url, credentials: apiKey(email, key) })
const connection = bot.connect({
  // Without apply_markdown, contents are Markdown as people typed it.
  register: { event_types: ['message'], apply_markdown: false },
  onEvent: (event) => {
    if (event.type !== 'message' || event.message.sender_email === email) return
    const answer = answerTo(event.message.content)
    if (answer !== undefined) connection.send(reply(event.message, answer))
  },
  onSending: ({ state, error }) => {
    if (state === 'failed') console.error(`An answer was not sent: ${error?.message}`)
  },
  onStatus: (status) => {
    if (status.name !== 'ended') return
    console.error(`The bot stops: ${status.error.message}`)
    process.exitCode = 1
  },
})

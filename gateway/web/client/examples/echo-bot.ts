import { apiKey, createClient } from '@loquat/client'

const { SITE: url = '', EMAIL: email = '', API_KEY: key = '' } = process.env
const bot = createClient({ url, credentials: apiKey(email, key) })

const connection = bot.connect({
  register: { event_types: ['message'], apply_markdown: false },
  onEvent: (event) => {
    if (event.type !== 'message' || event.message.sender_email === email) return
    const { content, stream_id: to, subject: topic } = event.message
    if (to !== undefined) connection.send({ type: 'channel', to, topic, content: `You said: ${content}` })
  },
  onStatus: (status) => {
    if (status.name !== 'ended') return
    console.error(`The bot stops: ${status.error.message}`)
    process.exitCode = 1
  },
})

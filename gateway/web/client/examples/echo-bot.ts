import { apiKey, createClient } from '../index.ts'

const { LOQUAT_URL: url = '', BOT_EMAIL: email = '', BOT_KEY: key = '' } = process.env
const bot = createClient({ url, credentials: apiKey(email, key) })

const connection = bot.connect({
  register: { event_types: ['message'] },
  onEvent: (event) => {
    if (event.type !== 'message' || event.message.sender_email === email) return
    const { content, stream_id: to, subject: topic } = event.message
    if (to !== undefined) connection.send({ type: 'channel', to, topic, content: `You said: ${content}` })
  },
})

import { beforeAll, describe, expect, test } from 'vitest'
import { apiRoutes } from '../../../../gateway/routes/index.ts'
import type { Services } from '../../../../gateway/services.ts'
import { Client } from '../../../harness/client.ts'
import { fetchFile, uploadFile } from '../../../harness/upload.ts'
import { as, ok, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const ENDPOINTS = apiRoutes({ core: {}, config: {}, options: {} } as unknown as Services)
const OPEN = ['POST /messages', 'POST /user_uploads', 'GET /users/me']
const isClosed = ({ access, method, path }: (typeof ENDPOINTS)[number]) =>
  access !== 'anyone' && !OPEN.includes(`${method} ${path}`)

let hook: Client
beforeAll(async () => {
  const made = await ok(as('hamlet').post('/bots', { full_name: 'Hook', short_name: 'hook', bot_type: 2 }))
  hook = new Client(url, { email: 'hook-bot@localhost', apiKey: made.api_key })
})

const refused = {
  status: 401,
  result: 'error',
  code: 'UNAUTHORIZED',
  msg: 'This API is not available to incoming webhook bots.',
}

describe('a bot for incoming webhooks', () => {
  test.each(ENDPOINTS.filter(isClosed).map(({ method, path }) => [`${method} ${path}`, method, path]))(
    'cannot call %s',
    async (_, method, path) => {
      const examplePath = path!.replaceAll(/\{\w+\}/g, '1')
      const body = method === 'GET' ? undefined : ''
      expect(await refusal(hook.request(method!, examplePath, body))).toEqual(refused)
    },
  )

  test('can call the declared endpoints only', () => {
    const open = ENDPOINTS.filter((endpoint) => endpoint.forWebhookBots).map(
      ({ method, path }) => `${method} ${path}`,
    )
    expect(open.sort()).toEqual([...OPEN].sort())
  })

  test('sends messages with files, and reads its own account', async () => {
    expect(await ok(hook.get('/users/me'))).toMatchObject({ is_bot: true, full_name: 'Hook' })
    const file = await uploadFile(hook, { name: 'log.txt', bytes: 'all is well' })
    const content = `[log](${file})`
    const to = world.channelId('Verona')
    const { id } = await ok(hook.post('/messages', { type: 'channel', to, topic: 'hook', content }))
    await ok(as('hamlet').get(`/messages/${id}`))
    expect((await fetchFile(as('hamlet'), file)).status).toBe(200)
    expect((await fetchFile(hook, file)).status).toBe(401)
  })
})

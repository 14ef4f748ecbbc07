import { expect, test } from 'vitest'
import { operationIdOf, operationPage } from '../../../../gateway/http/errors/operation-page.ts'
import { apiRoutes } from '../../../../gateway/routes/index.ts'
import type { Services } from '../../../../gateway/services.ts'

test('the page of an endpoint is named after its method and path', () => {
  expect(operationPage('POST', '/messages/{message_id}/reactions')).toBe(
    '/api/post-messages-message_id-reactions',
  )
  expect(operationIdOf('POST', '/messages/{message_id}/reactions')).toBe('post_messages_message_id_reactions')
})

test('no two endpoints share a page or an id', () => {
  const services: unknown = new Proxy(() => undefined, {
    get: (_, key) => (key === Symbol.toPrimitive ? () => '' : services),
  })
  const routes = apiRoutes(services as Services)
  expect(new Set(routes.map(({ method, path }) => operationPage(method, path))).size).toBe(routes.length)
  expect(new Set(routes.map(({ method, path }) => operationIdOf(method, path))).size).toBe(routes.length)
})

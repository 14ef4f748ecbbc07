import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { World } from '../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await World.create()
})
afterAll(() => world.close())

/** Starts a gateway that no variable refers to afterwards, uses it, and closes it. */
async function useAndClose(): Promise<WeakRef<object>> {
  // The world holds the gateways that it starts until it closes.
  const ownWorld = await World.create()
  const { gateway, url } = await ownWorld.gateway()
  const client = ownWorld.client(url, 'hamlet')
  await client.ok(client.post('/register', { event_types: ['message'] }))
  expect((await fetch(`${url}/metrics`)).status).toBe(200)
  await ownWorld.close()
  return new WeakRef(gateway.core)
}

test('a closed gateway can be collected with all that it remembers', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const core = await useAndClose()
  await expect
    .poll(() => {
      collect()
      return core.deref() === undefined
    })
    .toBe(true)
})

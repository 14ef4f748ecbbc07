import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { Troubles } from '../../../../core/platform/incidents/troubles.ts'
import { askStorage } from '../../../../gateway/ops/incidents/storage-probe.ts'
import { type Storage, StorageError } from '../../../../storage/storage.ts'

/** A store whose requests time out. */
const silent = {
  get: () => Promise.reject(new StorageError('unavailable', new Error('the request timed out'))),
} as unknown as Storage

async function reasonAt(name: string): Promise<string | undefined> {
  const troubles = new Troubles()
  await askStorage(troubles, silent, name)
  expect(troubles.current().map((each) => each.name)).toEqual(['storage-away'])
  return troubles.current()[0]?.reason
}

test('of a store that times out it is known whether its machine accepts connections', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const name = `http://127.0.0.1:${port}, bucket uploads`
  expect(await reasonAt(name)).toBe(`${name}: the request timed out; it accepts connections`)
  await new Promise((resolve) => server.close(resolve))
  expect(await reasonAt(name)).toMatch(/: the request timed out; connect ECONNREFUSED 127\.0\.0\.1:\d+$/)
  expect(await reasonAt('Amazon S3, bucket uploads')).toBe('Amazon S3, bucket uploads: the request timed out')
})

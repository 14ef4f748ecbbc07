import { expect, test } from 'vitest'
import type { PushJob } from '../../../core/messaging/push/jobs.ts'
import type { Deliverable } from '../../../core/notifying/push/deliverable.ts'
import { deliver } from '../../../workers/push/deliver.ts'
import type { PushServices } from '../../../workers/push/open.ts'
import type { Target } from '../../../workers/running/outbound.ts'

const services = {} as unknown as PushServices
const browserAt = (address: string) => ({ kind: 'web', token: address })

/** The targets of a job for the devices of people. No request is sent. */
async function targetsOf(...people: [id: number, addresses: string[]][]): Promise<Target[]> {
  const targets: Target[] = []
  const to = people.map(([id, addresses]) => ({ person: { id }, on: addresses.map(browserAt) }))
  const deliverable = {
    realm: { record: { id: 1 } },
    rootUrl: 'https://chat.test',
    to,
  } as unknown as Deliverable
  await deliver(services, { kind: 'test' } as unknown as PushJob, deliverable, {
    run: async <T>(target: Target) => {
      targets.push(target)
      return undefined as T
    },
  })
  return targets
}

test('devices at a service of common browsers share its places', async () => {
  for (const host of [
    'fcm.googleapis.com',
    'updates.push.services.mozilla.com',
    'web.push.apple.com',
    'wns2-par02p.notify.windows.com',
  ]) {
    const targets = await targetsOf([1, [`https://${host}/a`]], [2, [`https://${host}/b`]])
    expect(targets.map(({ shares }) => shares)).toEqual([[{ key: `push https://${host}`, part: 1 / 2 }]])
  }
})

test('devices at other services are asked for each person, who holds a quarter of the places at all of them', async () => {
  const targets = await targetsOf(
    [1, ['https://one.test/a', 'https://two.test/', 'https://fcm.googleapis.com.evil.test/']],
    [2, ['https://one.test/b']],
  )
  expect(targets.map(({ host, shares }) => [host, shares.at(-1)])).toEqual([
    ['push https://one.test', { key: 'push member 1', part: 1 / 4 }],
    ['push https://two.test', { key: 'push member 1', part: 1 / 4 }],
    ['push https://fcm.googleapis.com.evil.test', { key: 'push member 1', part: 1 / 4 }],
    ['push https://one.test', { key: 'push member 2', part: 1 / 4 }],
  ])
})

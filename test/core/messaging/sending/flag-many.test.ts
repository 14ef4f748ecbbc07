import { expect, it } from 'vitest'
import { FlagBit } from '../../../../core/content/messages/bits.ts'
import { flagRecipients } from '../../../../core/messaging/sending/flag-recipients.ts'
import type { Tx } from '../../../../core/platform/transactions/transact.ts'
import type { PendingRealm } from '../../../../core/state/realm/pending-realm.ts'

const MEMBERS = 10_000
const MUTER = 17

it('sends the flags of a large group to Postgres as one row', async () => {
  const members = new Set(Array.from({ length: MEMBERS }, (_, n) => n + 1))
  const realm = {
    alertWords: { alertedBy: () => new Set() },
    mutes: { mutersOf: () => new Set([MUTER]) },
    membership: { has: () => true },
    users: { get: () => ({ isActive: true }) },
    groups: { within: (group: number) => new Set([group]), get: () => ({}), members: () => members },
  } as unknown as PendingRealm
  const runs: unknown[][] = []
  const tx = { write: (_: unknown, values: unknown[]) => void runs.push(values) } as unknown as Tx
  const rendered = { text: '', mentionedUsers: [], mentionedGroups: [3], mentionsTopicWildcard: false }
  const message = { id: 9, sender: { id: 1 }, destination: { kind: 'topic', channel: 2 }, rendered }
  const [reached] = await flagRecipients(tx, realm, [message as never])

  expect(reached!.mentioned).toHaveLength(MEMBERS)
  const others = [...members].filter((id) => id !== MUTER)
  expect(runs).toEqual([
    [
      [`{${others.join(',')}}`, `{${MUTER}}`],
      [9, 9],
      [FlagBit.mentioned, FlagBit.mentioned | FlagBit.hasExplicitReadState | FlagBit.read],
    ],
  ])
})

import type { Caller } from '../../state/caller.ts'
import { Authenticator, RecoveryCode } from './entities.ts'
import { passkeysOf } from './passkeys.ts'
import { requiredFrom } from './required.ts'

/** The caller's factors, without their secrets. Times are in Unix seconds. */
export async function factorsOf({ core, realm, user }: Caller) {
  const found = await core.db.readEntities(async (em) => ({
    app: await em.findOne(Authenticator, { userId: user.id }, { fields: ['createdAt'] }),
    codes: await em.count(RecoveryCode, { userId: user.id }),
  }))
  const passkeys = await passkeysOf(core, user.id)
  const from = requiredFrom(realm, user)
  return {
    authenticator_added: found.app === null ? null : seconds(found.app.createdAt),
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      ...{ id, name, created_at: seconds(createdAt) },
      last_used_at: lastUsedAt ? seconds(lastUsedAt) : null,
    })),
    recovery_codes_left: found.codes,
    required_from: from === undefined ? null : Math.floor(from / 1000),
  }
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)

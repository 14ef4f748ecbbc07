import type { RealmId, UserId } from '../../../core/platform/ids.ts'
import type { RealmRecord } from '../../../core/state/realm/record.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import { realmSettings } from '../../../core/state/settings/settings.ts'
import { apiKey } from '../../../core/state/users/api-key.ts'
import { Role, type UserRecord } from '../../../core/state/users/record.ts'
import { DEFAULT_SETTINGS } from '../../../core/state/users/settings.ts'
import type { RealmDirectory } from '../../../gateway/http/authentication/authentication.ts'

/**
 * An organization of a test. Changes to `users` or `isDeactivated` are "in the database": the state has them
 * after a sync.
 */
export class FakeRealm {
  readonly users = new Map<string, UserRecord>()
  isDeactivated = false
  syncs = 0
  #changes = 0
  readonly state: RealmState
  readonly #id: RealmId

  constructor(id = 1) {
    this.#id = id as RealmId
    let known = new Map(this.users)
    let record = this.#record()
    let changedAt = 0
    const keyOf = (user: UserRecord) => apiKey('secret', record.id, user.id, user.keyVersion)
    const state = {
      get record() {
        return record
      },
      get changedAt() {
        return changedAt
      },
      users: {
        get: (id: number) => [...known.values()].find((user) => user.id === id),
        byEmail: (email: string) => known.get(email.toLowerCase()),
        get version() {
          return changedAt
        },
      },
      apiKeyOf: keyOf,
      sync: async () => {
        this.syncs++
        known = new Map(this.users)
        record = this.#record()
        changedAt = this.#changes
      },
    }
    this.state = state as unknown as RealmState
  }

  /** Adds or changes a user; the state has the change after its next sync. */
  put(email: string, changes: Partial<UserRecord> = {}): UserRecord {
    const former = this.users.get(email)
    const user: UserRecord = {
      id: (this.users.size + 1) as UserId,
      email,
      deliveryEmail: email,
      fullName: email,
      role: Role.member,
      isActive: true,
      isBot: false,
      isSystemBot: false,
      canCreateUsers: false,
      canChangeUserEmails: false,
      botType: null,
      botOwnerId: null,
      timezone: '',
      avatarPath: null,
      avatarVersion: 1,
      keyVersion: 1,
      sessionVersion: 1,
      hasAuthenticator: false,
      passkeyCount: 0,
      mergedIntoId: null,
      dateJoined: '2024-01-01T00:00:00+00:00',
      settings: DEFAULT_SETTINGS,
      ...former,
      ...changes,
    }
    this.users.set(email, user)
    this.#changes++
    return user
  }

  keyOf(email: string): string {
    return this.state.apiKeyOf(this.users.get(email)!)
  }

  authorization(email: string, key = this.keyOf(email)): string {
    return `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
  }

  #record(): RealmRecord {
    const systemGroups = {} as RealmRecord['systemGroups']
    return {
      id: this.#id,
      subdomain: 'demo',
      customHost: null,
      isDeactivated: this.isDeactivated,
      deletionDate: null,
      images: {},
      fullMembersAt: 0,
      isPushEnabled: false,
      usesWebPush: false,
      maxRequestsPerMinute: null,
      createdAt: 0,
      systemGroups,
      settings: realmSettings({ name: 'Demo' }, systemGroups),
      userSettingsDefaults: DEFAULT_SETTINGS,
    }
  }
}

/** The host names are `127.0.0.1` and `demo.test`. */
export function directoryOf(realm: FakeRealm): RealmDirectory {
  const hosts = ['127.0.0.1', 'demo.test']
  const knownByHost = (host: string) => (hosts.includes(host) ? realm.state : undefined)
  return { knownByHost, byHost: async (host) => knownByHost(host) }
}

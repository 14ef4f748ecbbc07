import { afterAll, beforeAll, beforeEach } from 'vitest'
import { notifyOfNewMessages } from '../../../../core/notifying/notifications/new-messages.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import type { Body, Client } from '../../../harness/client.ts'
import { type Settings, World } from '../../../harness/world.ts'

/** A test world for notifications. */
export class Notifying {
  world!: World
  core!: Core
  realm!: RealmState
  url!: string

  async open(settings: Settings = {}): Promise<void> {
    this.world = await World.create(settings)
    const { gateway, url } = await this.world.gateway()
    this.url = url
    this.core = gateway.core
    this.realm = (await gateway.core.realms.get(this.world.organization.realmId as RealmId))!
  }

  as(name: string): Client {
    return this.world.client(this.url, name)
  }

  async send(
    from: string,
    to: string | readonly string[],
    content = 'Hark!',
    topic = 'watch',
  ): Promise<number> {
    const where =
      typeof to === 'string'
        ? { type: 'channel', to, topic }
        : { type: 'direct', to: to.map((name) => this.world.userId(name)) }
    return (await this.ok(this.as(from).post('/messages', { ...where, content }))).id
  }

  ok(answer: ReturnType<Client['post']>): Promise<Body> {
    return this.as('desdemona').ok(answer)
  }

  set(name: string, settings: Record<string, unknown>): Promise<Body> {
    return this.ok(this.as(name).patch('/settings', settings))
  }

  /** Processes all new messages. */
  async processNewMessages(core = this.core): Promise<void> {
    while (await notifyOfNewMessages(core, this.realm.id));
  }

  /** Processes all new messages, and returns the users who get an email about a message, with the reason. */
  async emailReasons(message: number): Promise<Record<string, string>> {
    await this.processNewMessages()
    const rows = await this.world.sql(
      'SELECT user_id AS user, trigger FROM missed_message WHERE message_id = $1',
      [message],
    )
    return Object.fromEntries(rows.map((row) => [this.nameOf(row.user), row.trigger]).sort())
  }

  nameOf(id: number): string {
    const [name] = Object.entries(this.world.organization.users).find(([, user]) => user === id)!
    return name
  }
}

/** One world for a test file; each test begins without waiting notifications. */
export function notifying(): Notifying {
  const stage = new Notifying()
  beforeAll(() => stage.open())
  beforeEach(async () => {
    await stage.processNewMessages()
    await stage.world.sql('DELETE FROM missed_message')
    await stage.world.sql('DELETE FROM waiting_message')
    await stage.world.sql('DELETE FROM job_outbox')
  })
  afterAll(() => stage.world.close())
  return stage
}

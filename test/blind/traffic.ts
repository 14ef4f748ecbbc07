import type { createDemonstrationOrganization } from '../../core/demonstration/organization.ts'
import { apiKey } from '../../core/state/users/api-key.ts'
import { SECRET } from '../bench/stack.ts'
import type { TestSubscription, WebPushService } from '../harness/web-push-service.ts'

type Organization = Awaited<ReturnType<typeof createDemonstrationOrganization>>
const NAMES = ['hamlet', 'cordelia', 'iago', 'othello'] as const

/**
 * A little of what people do, so that what is broken meets somebody: messages, uploads, mails, bots and
 * notifications.
 */
export class Traffic {
  readonly #url: string
  readonly #organization: Organization
  readonly #timers: NodeJS.Timeout[] = []
  #bot = 0
  browser: TestSubscription | undefined

  private constructor(url: string, organization: Organization) {
    this.#url = url
    this.#organization = organization
  }

  static async start(
    url: string,
    organization: Organization,
    outside: { webhook: string; push: WebPushService },
  ): Promise<Traffic> {
    const traffic = new Traffic(url, organization)
    const bot = await traffic.call('hamlet', 'POST', '/bots', {
      full_name: 'Oracle',
      short_name: 'oracle',
      bot_type: '3',
      payload_url: JSON.stringify(outside.webhook),
    })
    traffic.#bot = (bot as { user_id: number }).user_id
    traffic.browser = outside.push.subscribe()
    await traffic.call('cordelia', 'POST', '/users/me/web_push_subscription', { ...traffic.browser })
    const every = (milliseconds: number, act: () => Promise<unknown>) => {
      traffic.#timers.push(setInterval(() => void act().catch(() => undefined), milliseconds))
    }
    let n = 0
    every(250, () => traffic.message(NAMES[n++ % NAMES.length]!))
    every(200, () =>
      traffic.call(NAMES[n % NAMES.length]!, 'GET', '/messages?anchor=newest&num_before=20&num_after=0'),
    )
    every(1_000, () => traffic.upload())
    every(4_000, () => traffic.askBot())
    every(3_000, () => traffic.notify())
    every(2_000, () => traffic.mail())
    return traffic
  }

  get realm(): number {
    return this.#organization.realmId
  }

  userId(name: string): number {
    return (this.#organization.users as Record<string, number>)[name]!
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
  }

  message(name: string): Promise<unknown> {
    const channel = Object.values(this.#organization.channels)[0]!
    return this.call(name, 'POST', '/messages', {
      type: 'stream',
      to: String(channel),
      topic: 'daily',
      content: `It is ${new Date().toISOString()} here.`,
    })
  }

  askBot(): Promise<unknown> {
    const to = JSON.stringify([this.#bot])
    return this.call('hamlet', 'POST', '/messages', { type: 'direct', to, content: 'Whither?' })
  }

  notify(): Promise<unknown> {
    const to = JSON.stringify([this.userId('cordelia')])
    return this.call('hamlet', 'POST', '/messages', { type: 'direct', to, content: 'Who is there?' })
  }

  /** Somebody is invited. */
  mail(): Promise<unknown> {
    return this.call('iago', 'POST', '/invites', {
      invitee_emails: `guest-${Date.now()}@example.net`,
      invite_expires_in_minutes: '1440',
      invite_as: '400',
      stream_ids: '[]',
    })
  }

  async upload(): Promise<void> {
    const form = new FormData()
    form.append('file', new Blob([`a file of ${Date.now()}`]), 'notes.txt')
    await fetch(`${this.#url}/api/v1/user_uploads`, {
      method: 'POST',
      headers: { authorization: this.#authorization('hamlet') },
      body: form,
      signal: AbortSignal.timeout(20_000),
    })
  }

  async call(
    name: string,
    method: string,
    path: string,
    form?: Record<string, string>,
  ): Promise<Record<string, unknown>> {
    const answer = await fetch(`${this.#url}/api/v1${path}`, {
      method,
      headers: { authorization: this.#authorization(name) },
      ...(form !== undefined && { body: new URLSearchParams(form) }),
      signal: AbortSignal.timeout(20_000),
    })
    const body = (await answer.json()) as Record<string, unknown>
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${JSON.stringify(body)}`)
    return body
  }

  #authorization(name: string): string {
    const key = apiKey(SECRET, this.realm as never, this.userId(name) as never, 1)
    return `Basic ${Buffer.from(`${name}@demo.test:${key}`).toString('base64')}`
  }
}

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailMissedMessages as gather } from '../../../core/notifying/notifications/mail-missed-messages.ts'
import { notifyOfNewMessages } from '../../../core/notifying/notifications/new-messages.ts'
import type { StoredSettings } from '../../../core/state/users/settings.ts'
import { mailMissedMessagesJob } from '../../../workers/jobs/mails/mail-missed-messages.ts'
import type { Body, Client } from '../../harness/client.ts'
import type { Received } from '../../harness/smtp.ts'
import { core, idle, realm, server, setUpStage, userId, work, world } from './stage.ts'

setUpStage()

let url: string
const as = (name: string): Client => world.client(url, name)
const ok = (name: string, answer: Parameters<Client['ok']>[0]): Promise<Body> => as(name).ok(answer)

beforeAll(async () => {
  url = (await world.gateway()).url
  await work([mailMissedMessagesJob])
})
beforeEach(async () => {
  await world.sql('DELETE FROM missed_message')
  await intake()
  await world.sql('DELETE FROM missed_message')
})

const intake = async () => {
  while (await notifyOfNewMessages(core, realm.id));
}
/** Stores missed messages that were sent meanwhile, and makes them due. */
async function due(): Promise<void> {
  await intake()
  await world.sql('UPDATE missed_message SET due_at = now()')
}
async function mailed(): Promise<Received[]> {
  await due()
  await gather(core)
  await idle()
  return server.received
}
const dm = async (from: string, to: readonly string[], content: string): Promise<number> =>
  (await ok(from, as(from).post('/messages', { type: 'direct', to: to.map(userId), content }))).id
const say = async (from: string, content: string, topic = 'castle', to = 'Verona'): Promise<number> =>
  (await ok(from, as(from).post('/messages', { type: 'channel', to, topic, content }))).id
const set = (name: string, settings: StoredSettings) => ok(name, as(name).patch('/settings', { ...settings }))
const read = (name: string, messages: number[]) =>
  ok(name, as(name).post('/messages/flags', { messages, op: 'add', flag: 'read' }))
const only = (mails: readonly Received[]): Received => {
  expect(mails.map((mail) => `${mail.to}: ${mail.mail.subject}`)).toHaveLength(1)
  return mails[0]!
}

describe('one mail for each conversation', () => {
  test('contains all missed messages, and earlier messages for context', async () => {
    const before = await say('hamlet', 'To be?')
    await intake() // The mention makes the reader follow the topic.
    const first = await say('hamlet', '@**Othello, the Moor of Venice** or not to be?')
    await say('hamlet', 'I follow what mentions me.')
    await say('iago', 'And you, @**Othello, the Moor of Venice**?')
    const { mail, header } = only((await mailed()).filter((mail) => mail.to === 'othello@demo.test'))
    expect(mail.subject).toBe('#Verona > castle')
    // Two people have written what the mail shows.
    expect(mail.from?.name).toBe('Loquat demonstration')
    for (const part of ['King Hamlet, ', 'To be?', 'or not to be?', 'I follow what', 'Iago, ', 'And you, ']) {
      expect(mail.text).toContain(part)
      expect(mail.html).toContain(part.replace(', ', '').trim())
    }
    expect(mail.text!.indexOf('To be?')).toBeLessThan(mail.text!.indexOf('or not'))
    expect(before).toBeLessThan(first)
    const { Verona } = world.organization.channels
    expect(mail.text).toContain(
      `http://localhost:9991/#narrow/channel/${Verona}-Verona/topic/castle/near/${first}`,
    )
    expect(mail.text).toContain('because you were mentioned')
    expect(header('references')).toBe(header('in-reply-to'))
  })

  test('and the next mail of the same conversation joins its thread', async () => {
    await dm('hamlet', ['zoe'], 'One')
    const first = only([...(await mailed())])
    expect(first.mail.subject).toBe('DMs with King Hamlet')
    expect(first.mail.from?.name).toBe('King Hamlet via Loquat demonstration')
    server.reset()
    await dm('hamlet', ['zoe'], 'Two')
    const second = only(await mailed())
    expect(second.header('references')).toBe(first.header('references'))
    expect(second.mail.messageId).not.toBe(first.mail.messageId)
    expect(second.mail.text).toContain('One') // earlier messages
  })

  test.each([
    [['zoe', 'cordelia'], "Group DMs with Cordelia, Lear's daughter and King Hamlet"],
    [['zoe', 'cordelia', 'iago'], "Group DMs with Cordelia, Lear's daughter, Iago, and King Hamlet"],
    [['zoe', 'cordelia', 'iago', 'shiva'], "Group DMs with Cordelia, Lear's daughter, Iago, and 2 others"],
  ])('names the other participants of %j', async (people, subject) => {
    await dm('hamlet', people, 'All of you!')
    const mails = await mailed()
    expect(mails.map((mail) => mail.to).sort()).toEqual(people.map((name) => `${name}@demo.test`).sort())
    expect(mails.find((mail) => mail.to === 'zoe@demo.test')!.mail.subject).toBe(subject)
  })

  test('is rendered for mail readers', async () => {
    await dm(
      'hamlet',
      ['zoe'],
      [
        ':smile: $$x^2$$ **bold** [file](/user_uploads/1/ab/c.txt) #**Verona>castle**',
        '```spoiler Who did it?\nThe *butler*.\n```',
        '<time:2026-11-20T16:05:00Z>',
        '<script>alert(1)</script>',
      ].join('\n\n'),
    )
    await set('zoe', { twenty_four_hour_time: true })
    const { mail } = only(await mailed())
    expect(`${mail.html}${mail.text}`).not.toContain('butler')
    expect(mail.html).toContain('Who did it?')
    expect(mail.html).toContain('to see what this hides')
    expect(mail.html).toContain('href="http://localhost:9991/user_uploads/1/ab/c.txt"')
    expect(mail.html).toContain('href="http://localhost:9991/#narrow/channel/')
    expect(mail.html).toContain('🙂')
    expect(mail.html).toMatch(/<code[^>]*>x\^2<\/code>/)
    expect(mail.html).toContain('November 20, 2026 at 16:05 (UTC)')
    expect(mail.html).not.toContain('<script')
    expect(mail.html).not.toMatch(/class="(?:spoiler|emoji|katex|user-mention|stream)/)
    expect(mail.text).toContain('file (http://localhost:9991/user_uploads/1/ab/c.txt)')
  })

  test('names each topic when messages were moved before the mail was sent', async () => {
    const toZoe = (content: string) => say('hamlet', `@**Zoe** ${content}`, 'market')
    const [stays, moved] = [await toZoe('stay here'), await toZoe('come along')]
    await due()
    const taken = await world.sql<{ message_id: string }>('SELECT message_id FROM missed_message')
    expect(taken.map((row) => Number(row.message_id)).sort()).toEqual([stays, moved])
    server.refuse('rcpt', '450 later', { times: 1 })
    await gather(core)
    await server.until(
      async () =>
        (await world.sql('SELECT FROM mail_delivery WHERE held_by IS NULL AND delivered_at IS NULL')).length >
        0,
    )
    await ok(
      'iago',
      as('iago').patch(`/messages/${moved}`, {
        ...{ topic: 'harbour', propagate_mode: 'change_one' },
        ...{ send_notification_to_old_thread: false, send_notification_to_new_thread: false },
      }),
    )
    await idle()
    const mails = server.received.map(({ mail }) => mail)
    expect(mails.map((mail) => mail.subject).sort()).toEqual(['#Verona > harbour', '#Verona > market'])
    const text = (topic: string) => mails.find((mail) => mail.subject === `#Verona > ${topic}`)!.text!
    expect(text('market')).toContain('stay here')
    expect(text('market')).not.toContain('come along')
    expect(text('harbour')).toContain('come along')
    expect(text('harbour')).not.toContain('stay here')
    expect(text('harbour')).toContain(`/topic/harbour/near/${moved}`)
  })

  test('with very many messages contains the newest', async () => {
    for (let n = 0; n < 32; n++) await dm('hamlet', ['zoe'], `number ${n}.`)
    const { mail } = only(await mailed())
    expect(mail.text).toContain('And 2 earlier messages.')
    expect(mail.text).toContain('number 31.')
  })
})

describe('nothing is mailed', () => {
  const toZoe = async () => [await dm('iago', ['zoe'], 'Put money in thy purse.')]
  test.each<[string, () => Promise<unknown>]>([
    ['that is not due', async () => toZoe()],
    ['that was read', async () => read('zoe', await toZoe())],
    ['that was deleted', async () => as('iago').delete(`/messages/${(await toZoe())[0]}`)],
    [
      'from somebody who is muted meanwhile',
      async () => {
        await toZoe()
        await intake()
        await ok('zoe', as('zoe').post(`/users/me/muted_users/${userId('iago')}`))
      },
    ],
    [
      'of a private channel that the reader has left',
      async () => {
        const principals = [userId('zoe'), userId('hamlet')]
        const join = { subscriptions: [{ name: 'Secret' }], invite_only: true, principals }
        await ok('hamlet', as('hamlet').post('/users/me/subscriptions', join))
        await say('hamlet', '@**Zoe** psst', 'plot', 'Secret')
        await intake()
        await ok('zoe', as('zoe').delete('/users/me/subscriptions', { subscriptions: ['Secret'] }))
      },
    ],
    [
      'that the reader does not want any more',
      async () => {
        await toZoe()
        await intake()
        await set('zoe', { enable_offline_email_notifications: false })
      },
    ],
    [
      'that mentions everybody, when the reader does not want that any more',
      async () => {
        await say('hamlet', '@**all** hear me', 'crowd')
        await intake()
        await set('zoe', { wildcard_mentions_notify: false })
      },
    ],
    [
      'of a topic that the reader has muted since',
      async () => {
        await set('zoe', { enable_stream_email_notifications: true })
        await say('hamlet', 'Words, words, words.', 'noise')
        await intake()
        const { Verona } = world.organization.channels
        const muted = { stream_id: Verona, topic: 'noise', visibility_policy: 1 }
        await ok('zoe', as('zoe').post('/user_topics', muted))
      },
    ],
  ])('%s', async (what, act) => {
    await act()
    if (what === 'that is not due') {
      await intake()
      await gather(core)
      await idle()
      expect(await world.sql('SELECT FROM missed_message')).toHaveLength(1)
    } else await mailed()
    expect(server.received.filter(({ to }) => to === 'zoe@demo.test')).toEqual([])
    await as('zoe').delete(`/users/me/muted_users/${userId('iago')}`)
    await set('zoe', {
      enable_offline_email_notifications: true,
      wildcard_mentions_notify: true,
      enable_stream_email_notifications: false,
    })
  })

  test('of a muted user as the context of another message', async () => {
    await ok('zoe', as('zoe').post(`/users/me/muted_users/${userId('iago')}`))
    await say('hamlet', 'What news?', 'whispers')
    await say('iago', 'My poison', 'whispers')
    await intake() // The mention makes the reader follow the topic.
    await say('hamlet', '@**Zoe** look', 'whispers')
    const { mail } = only((await mailed()).filter(({ to }) => to === 'zoe@demo.test'))
    await ok('zoe', as('zoe').delete(`/users/me/muted_users/${userId('iago')}`))
    expect(mail.text).toContain('What news?')
    expect(mail.text).not.toContain('My poison')
  })

  test('when the message is read while its mail waits for the server', async () => {
    server.refuse('rcpt', '450 later', { times: 1 })
    const [id] = await toZoe()
    await due()
    await gather(core)
    await server.until(
      async () =>
        (await world.sql('SELECT FROM mail_delivery WHERE held_by IS NULL AND delivered_at IS NULL')).length >
        0,
    )
    await read('zoe', [id!])
    await idle()
    expect(server.received).toEqual([])
  })
})

describe('settings', () => {
  test.each<[StoredSettings, string]>([
    [{ realm_name_in_email_notifications_policy: 1 }, 'DMs with King Hamlet'],
    [{ realm_name_in_email_notifications_policy: 2 }, '[Loquat demonstration] DMs with King Hamlet'],
    [{ realm_name_in_email_notifications_policy: 3 }, 'DMs with King Hamlet'],
    [{ message_content_in_email_notifications: false }, 'New messages'],
  ])('%j make the subject %s', async (settings, subject) => {
    await set('zoe', settings)
    await dm('hamlet', ['zoe'], 'A secret')
    const { mail } = only(await mailed())
    expect(mail.subject).toBe(subject)
    const isHidden = settings.message_content_in_email_notifications === false
    for (const told of ['A secret', 'Hamlet'])
      expect(`${mail.text}${mail.html}`.includes(told)).toBe(!isHidden)
    if (isHidden) expect(mail.text).toContain('because of your notification settings')
    expect(mail.from?.name).toBe(`${isHidden ? '' : 'King Hamlet via '}Loquat demonstration`)
    await set('zoe', {
      realm_name_in_email_notifications_policy: 1,
      message_content_in_email_notifications: true,
    })
  })

  test('of the organization decide first whether mails have message content', async () => {
    const allow = (message_content_allowed_in_email_notifications: boolean) =>
      ok('desdemona', as('desdemona').patch('/realm', { message_content_allowed_in_email_notifications }))
    await allow(false)
    await dm('hamlet', ['zoe'], 'A secret')
    const { mail } = only(await mailed())
    await allow(true)
    expect(`${mail.text}${mail.html}`).not.toContain('secret')
    expect(mail.text).toContain('does not allow it')
    expect(mail.subject).toBe('New messages')
  })
})

describe('one-click unsubscribe', () => {
  const linkOf = ({ header, mail }: Received): string => {
    const link = /^<(http:\/\/localhost:9991\/accounts\/unsubscribe\/[\w.-]+)>$/.exec(
      header('list-unsubscribe')!,
    )![1]!
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail.text).toContain(`Unsubscribe from emails like this: ${link}`)
    return link.replace('http://localhost:9991', url)
  }
  const click = (link: string) =>
    fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  const settingsOf = async (name: string): Promise<Body> =>
    (
      await ok(
        name,
        as(name).post('/register', {
          event_types: ['user_settings'],
          client_capabilities: { user_settings_object: true, notification_settings_null: true },
        }),
      )
    ).user_settings

  test('ends mails of this kind, updates the reader’s clients, and can be repeated', async () => {
    await dm('hamlet', ['zoe'], 'Read me')
    const link = linkOf(only(await mailed()))
    const { queue_id, last_event_id } = await ok(
      'zoe',
      as('zoe').post('/register', {
        event_types: ['user_settings'],
        client_capabilities: { user_settings_object: true, notification_settings_null: true },
      }),
    )
    const shown = await fetch(link)
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('zoe@demo.test')])
    expect((await settingsOf('zoe')).enable_offline_email_notifications).toBe(true)
    for (let n = 0; n < 2; n++) expect((await click(link)).status).toBe(200)
    const { events } = await ok(
      'zoe',
      as('zoe').get('/events', { queue_id, last_event_id, dont_block: true }),
    )
    expect(events).toMatchObject([
      { type: 'user_settings', property: 'enable_offline_email_notifications', value: false },
    ])
    server.reset()
    await dm('hamlet', ['zoe'], 'And me')
    expect(await mailed()).toEqual([])
    await set('zoe', { enable_offline_email_notifications: true })
  })

  test.each([
    ['a followed topic', 'enable_followed_topic_email_notifications'],
    ['every channel', 'enable_stream_email_notifications'],
  ] as const)('ends mails of %s', async (what, setting) => {
    await set('zoe', { enable_stream_email_notifications: what === 'every channel' })
    const { Verona } = world.organization.channels
    const topic = `about ${what}`
    const visibility_policy = what === 'every channel' ? 0 : 3
    if (visibility_policy === 3) {
      await ok('zoe', as('zoe').post('/user_topics', { stream_id: Verona, topic, visibility_policy }))
    }
    await ok('zoe', as('zoe').post('/users/me/subscriptions', { subscriptions: [{ name: 'Verona' }] }))
    await say('hamlet', 'Hear!', topic)
    await click(linkOf(only((await mailed()).filter((mail) => mail.to === 'zoe@demo.test'))))
    expect((await settingsOf('zoe'))[setting]).toBe(false)
    expect((await settingsOf('zoe')).enable_offline_email_notifications).toBe(true)
  })

  test('ends only the chosen channel’s mails', async () => {
    const { Verona } = world.organization.channels
    await ok(
      'prospero',
      as('prospero').post('/users/me/subscriptions', { subscriptions: [{ name: 'Verona' }] }),
    )
    const choice = { stream_id: Verona, property: 'email_notifications', value: true }
    await ok(
      'prospero',
      as('prospero').post('/users/me/subscriptions/properties', { subscription_data: [choice] }),
    )
    await say('hamlet', 'Hear!', 'tempest')
    const mails = (await mailed()).filter((mail) => mail.to === 'prospero@demo.test')
    const link = linkOf(only(mails))
    await click(link)
    const [row] = await world.sql(
      'SELECT email_notifications FROM subscription WHERE user_id = $1 AND channel_id = $2',
      [userId('prospero'), Verona],
    )
    expect(row.email_notifications).toBe(false)
  })

  test('with a forged link does nothing', async () => {
    await dm('hamlet', ['zoe'], 'Read me')
    const link = linkOf(only(await mailed()))
    const other = link.replace(`/${userId('zoe')}.`, `/${userId('hamlet')}.`)
    for (const wrong of [
      other,
      `${link}x`,
      link.replace('personal', 'logins'),
      `${url}/accounts/unsubscribe/x`,
    ]) {
      expect((await fetch(wrong)).status).toBe(404)
      expect((await click(wrong)).status).toBe(404)
    }
    expect((await settingsOf('hamlet')).enable_offline_email_notifications).toBe(true)
  })
})

test('due mails are enqueued once, however many processes check at the same time', async () => {
  for (const name of ['zoe', 'cordelia', 'prospero', 'shiva']) await dm('hamlet', [name], 'Once')
  await due()
  const asked = await Promise.all([gather(core), gather(core), gather(core)])
  expect(asked.reduce((sum, one) => sum + one)).toBe(4)
  await idle()
  expect(server.received.map((mail) => mail.to).sort()).toEqual(
    ['zoe', 'cordelia', 'prospero', 'shiva'].map((name) => `${name}@demo.test`).sort(),
  )
})

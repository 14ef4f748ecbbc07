import { describe, expect, test } from 'vitest'
import { emitEmoji } from '../../../../core/organization/emoji/deactivate.ts'
import { statement } from '../../../../core/platform/db/statements/statement.ts'
import type { RealmEmoji } from '../../../../core/state/realm/custom-emoji.ts'
import type { Body } from '../../../harness/client.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, core, foreign, ok, realm, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

const notAdministrator = bad('Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' })
const notOwner = bad('Must be an organization owner', { code: 'UNAUTHORIZED_PRINCIPAL' })
const register = (name: string, types: string[], capabilities = {}) =>
  ok(as(name).post('/register', { event_types: types, client_capabilities: capabilities }))
const rendered = async (content: string): Promise<string> => {
  await realm.sync()
  return (await ok(as('hamlet').post('/messages/render', { content }))).rendered
}

describe('linkifiers', () => {
  const ticket = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://tickets.test/{id}' }
  const accepts = { linkifier_url_template: true }
  const list = async () => (await ok(as('polonius').get('/realm/linkifiers'))).linkifiers as Body[]
  const add = (linkifier: Body, name = 'iago') => as(name).post('/realm/filters', linkifier)
  const clear = async () => {
    for (const { id } of await list()) await ok(as('iago').delete(`/realm/filters/${id}`))
  }

  test('are added, changed, ordered and removed, with events to clients that accept templates', async () => {
    let first = 0
    let second = 0
    const all = ['realm_linkifiers', 'realm_filters']
    const received = await eventsDuring(
      all,
      ['polonius'],
      async () => {
        first = (await ok(add(ticket))).id
        second = (
          await ok(add({ pattern: 'PR-(?P<n>\\d+)', url_template: 'https://pr.test/{n}' }, 'desdemona'))
        ).id
        await ok(as('iago').patch('/realm/linkifiers', { ordered_linkifier_ids: [second, first] }))
        const changed = { pattern: 'T(?P<id>[0-9]+)', url_template: ' https://t.test/{id}{?id} ' }
        await ok(as('iago').patch(`/realm/filters/${first}`, changed))
        await ok(as('iago').delete(`/realm/filters/${second}`))
      },
      accepts,
    )
    const one = { id: first, ...ticket }
    const two = { id: second, pattern: 'PR-(?P<n>\\d+)', url_template: 'https://pr.test/{n}' }
    const changed = { id: first, pattern: 'T(?P<id>[0-9]+)', url_template: 'https://t.test/{id}{?id}' }
    expect(received.polonius).toEqual(
      [[one], [one, two], [two, one], [two, changed], [changed]].map((realm_linkifiers) => ({
        type: 'realm_linkifiers',
        realm_linkifiers,
      })),
    )
    expect(await list()).toEqual([changed])
    expect(await register('polonius', all, accepts)).toMatchObject({
      realm_linkifiers: [changed],
      realm_filters: [],
    })
    await clear()
  })

  test('are an empty list for clients that do not accept templates', async () => {
    const received = await eventsDuring(['realm_linkifiers'], ['hamlet'], () => ok(add(ticket)))
    expect(received.hamlet).toEqual([])
    expect((await register('hamlet', ['realm_linkifiers'])).realm_linkifiers).toEqual([])
    await clear()
  })

  test('link matches in new messages at once, in their order', async () => {
    expect(await rendered('see #12')).toBe('<p>see #12</p>')
    await ok(add(ticket))
    const { id } = await ok(add({ pattern: 'see #(?P<n>[0-9]+)', url_template: 'https://see.test/{n}' }))
    expect(await rendered('see #12')).toBe('<p>see <a href="https://tickets.test/12">#12</a></p>')
    const [first] = await list()
    await ok(as('iago').patch('/realm/linkifiers', { ordered_linkifier_ids: [id, first!.id] }))
    expect(await rendered('see #12')).toBe('<p><a href="https://see.test/12">see #12</a></p>')
    const { id: message } = await ok(
      as('hamlet').post('/messages', { type: 'channel', to: 'Verona', topic: 'of #7', content: '#8' }),
    )
    const { message: sent } = await ok(as('hamlet').get(`/messages/${message}`))
    expect(sent.content).toBe('<p><a href="https://tickets.test/8">#8</a></p>')
    expect(sent.topic_links).toEqual([{ text: '#7', url: 'https://tickets.test/7' }])
    await clear()
  })

  test('keep their order in a gateway that starts after some were removed and one was added', async () => {
    const named = (pattern: string) => ({ pattern, url_template: `https://${pattern}.test/` })
    const removed: number[] = []
    for (const pattern of ['one', 'two', 'three', 'four', 'five'])
      removed.push((await ok(add(named(pattern)))).id)
    for (const id of removed.slice(0, 3)) await ok(as('iago').delete(`/realm/filters/${id}`))
    await ok(add(named('six')))
    const patterns = (linkifiers: Body[]) => linkifiers.map(({ pattern }) => pattern)
    expect(patterns(await list())).toEqual(['four', 'five', 'six'])
    const { url } = await world.gateway()
    const { linkifiers } = await ok(world.client(url, 'polonius').get('/realm/linkifiers'))
    expect(patterns(linkifiers)).toEqual(['four', 'five', 'six'])
    await clear()
  })

  test.each([
    [{ pattern: '(unclosed', url_template: 'https://x.test/' }, /^Bad regular expression: /],
    [{ pattern: '(?P<a>a)(?=b)', url_template: 'https://x.test/{a}' }, /^Bad regular expression: /],
    [{ pattern: 'x{1000}{1000}', url_template: 'https://x.test/' }, /^Bad regular expression: /],
    [{ pattern: 'a(?P<a>b)', url_template: 'https://x.test/{a' }, /^Invalid URL template\.$/],
    [{ pattern: 'a(?P<a>b)', url_template: 'javascript:{a}' }, /^Invalid URL template\.$/],
    [
      { pattern: 'a(?P<a>b)', url_template: 'https://x.test' },
      /^Group 'a' in linkifier pattern is not present in URL template\.$/,
    ],
    [
      { pattern: 'ab', url_template: 'https://x.test/{a}' },
      /^Group 'a' in URL template is not present in linkifier pattern\.$/,
    ],
    [{ pattern: ' ', url_template: 'https://x.test/' }, /^This field cannot be blank\.$/],
    [{ pattern: 'x'.repeat(4_001), url_template: 'https://x.test/' }, /^pattern is too long/],
    [{ pattern: 'x' }, /^Missing 'url_template' argument$/],
  ])('%j is refused', async (linkifier, msg) => {
    expect(await refusal(add(linkifier))).toMatchObject({ status: 400, msg: expect.stringMatching(msg) })
    expect(await list()).toEqual([])
  })

  test('are changed by administrators; ids must exist, orders be complete, patterns unique', async () => {
    const { id } = await ok(add(ticket))
    const path = `/realm/filters/${id}`
    for (const name of ['shiva', 'hamlet', 'polonius']) {
      expect(await refusal(add(ticket, name))).toEqual(notAdministrator)
      expect(await refusal(as(name).patch(path, ticket))).toEqual(notAdministrator)
      expect(await refusal(as(name).delete(path))).toEqual(notAdministrator)
      const order = as(name).patch('/realm/linkifiers', { ordered_linkifier_ids: [id] })
      expect(await refusal(order)).toEqual(notAdministrator)
    }
    const duplicate = bad('Realm filter with this Realm and Pattern already exists.')
    expect(await refusal(add({ ...ticket, url_template: 'https://other.test/{id}' }))).toEqual(duplicate)
    const { id: other } = await ok(add({ pattern: 'x', url_template: 'https://x.test/' }))
    expect(await refusal(as('iago').patch(`/realm/filters/${other}`, ticket))).toEqual(duplicate)
    await ok(as('iago').patch(path, ticket)) // The linkifier's own pattern.
    for (const wrong of [other + 1, 0, 2 ** 31 - 1]) {
      expect(await refusal(as('iago').patch(`/realm/filters/${wrong}`, ticket))).toEqual(
        bad('Linkifier not found.'),
      )
      expect(await refusal(as('iago').delete(`/realm/filters/${wrong}`))).toEqual(bad('Linkifier not found.'))
    }
    expect(await refusal(foreign.client.delete(path))).toEqual(bad('Linkifier not found.'))
    for (const ids of [[], [id], [id, id], [id, other, other], [id, other + 1]]) {
      const order = as('iago').patch('/realm/linkifiers', { ordered_linkifier_ids: ids })
      expect(await refusal(order)).toEqual(
        bad('The ordered list must enumerate all existing linkifiers exactly once'),
      )
    }
    const both = await Promise.all([
      add({ pattern: 'y', url_template: '/y' }),
      add({ pattern: 'y', url_template: '/z' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    await clear()
  })
})

describe('domains', () => {
  const add = (domain: string, allow_subdomains: unknown = false, name = 'desdemona') =>
    as(name).post('/realm/domains', { domain, allow_subdomains: String(allow_subdomains) })
  const change = (domain: string, allow: boolean, name = 'desdemona') =>
    as(name).patch(`/realm/domains/${domain}`, { allow_subdomains: allow })
  const remove = (domain: string, name = 'desdemona') => as(name).delete(`/realm/domains/${domain}`)
  const list = async () => (await ok(as('hamlet').get('/realm/domains'))).domains

  test('are added, changed and removed, with events to everyone; none means no restriction', async () => {
    const received = await eventsDuring(['realm_domains', 'realm'], ['polonius'], async () => {
      expect((await ok(add(' Elsinore.TEST '))).new_domain).toEqual([expect.any(Number), 'elsinore.test'])
      await ok(change('elsinore.test', true))
      await ok(change('elsinore.test', true))
      await ok(as('desdemona').patch('/realm', { emails_restricted_to_domains: true }))
      expect(await list()).toEqual([{ domain: 'elsinore.test', allow_subdomains: true }])
      const types = ['realm_domains']
      expect((await register('zoe', types)).realm_domains).toEqual(await list())
      await ok(remove('elsinore.test'))
    })
    const domain = (allow_subdomains: boolean) => ({ domain: 'elsinore.test', allow_subdomains })
    const restricted = { type: 'realm', op: 'update', property: 'emails_restricted_to_domains' }
    expect(received.polonius).toEqual([
      { type: 'realm_domains', op: 'add', realm_domain: domain(false) },
      { type: 'realm_domains', op: 'change', realm_domain: domain(true) },
      { ...restricted, value: true },
      { ...restricted, value: false },
      { type: 'realm_domains', op: 'remove', domain: 'elsinore.test' },
    ])
    expect(await list()).toEqual([])
  })

  test.each([
    ['', "Domain can't be empty."],
    ['elsinore', 'Domain must have at least one dot (.)'],
    ['.test', 'Domain cannot start or end with a dot (.)'],
    ['a..test', "Consecutive '.' are not allowed."],
    ['-a.test', "Subdomains cannot start or end with a '-'."],
    ['a b.test', "Domain can only have letters, numbers, '.' and '-'s."],
    [`${'a'.repeat(255)}.test`, 'Domain is too long'],
  ])('%j is invalid', async (domain, fault) => {
    expect(await refusal(add(domain))).toEqual(bad(`Invalid domain: ${fault}`))
  })

  test('are changed by owners and unique', async () => {
    await ok(add('once.test'))
    expect(await refusal(add('ONCE.test'))).toEqual(
      bad('The domain once.test is already a part of your organization.'),
    )
    for (const name of ['iago', 'hamlet', 'polonius']) {
      for (const answer of [
        add('x.test', false, name),
        change('once.test', true, name),
        remove('once.test', name),
      ]) {
        expect(await refusal(answer)).toEqual(notOwner)
      }
    }
    expect(await refusal(change('never.test', true))).toEqual(bad('No entry found for domain never.test.'))
    expect(await refusal(remove('never.test'))).toEqual(bad('No entry found for domain never.test.'))
    expect(await refusal(foreign.client.delete('/realm/domains/once.test'))).toEqual(
      bad('No entry found for domain once.test.'),
    )
    expect(await refusal(add('x.test', 'perhaps'))).toEqual(bad('allow_subdomains is not a boolean'))
    await ok(remove('once.test'))
  })
})

describe('playgrounds', () => {
  const python = { name: 'Py', pygments_language: 'Python', url_template: 'https://py.test/{?code}' }
  const add = (playground: Body, name = 'iago') => as(name).post('/realm/playgrounds', playground)
  const list = async () => (await register('hamlet', ['realm_playgrounds'])).realm_playgrounds

  test('are added and removed, with an event to everyone', async () => {
    let id = 0
    const received = await eventsDuring(['realm_playgrounds'], ['polonius'], async () => {
      id = (await ok(add({ ...python, name: ' Py ' }))).id
      expect(await list()).toEqual([{ id, ...python }])
      await ok(as('desdemona').delete(`/realm/playgrounds/${id}`))
    })
    const event = (realm_playgrounds: Body[]) => ({ type: 'realm_playgrounds', realm_playgrounds })
    expect(received.polonius).toEqual([event([{ id, ...python }]), event([])])
  })

  test.each([
    [{ name: '' }, 'This field cannot be blank.'],
    [{ pygments_language: 'a$b' }, 'Invalid characters in pygments language'],
    [{ pygments_language: 'x'.repeat(41) }, 'pygments_language is too long (limit: 40 characters)'],
    [{ url_template: 'https://py.test/{code' }, 'Invalid URL template.'],
    [{ url_template: 'https://py.test/' }, 'Missing the required variable "code" in the URL template'],
    [
      { url_template: 'https://py.test/{code}{x}' },
      '"code" should be the only variable present in the URL template',
    ],
  ])('%j is refused', async (wrong, msg) => {
    expect(await refusal(add({ ...python, ...wrong }))).toEqual(bad(msg))
  })

  test('are changed by administrators and unique for each language', async () => {
    const { id } = await ok(add(python))
    expect(await refusal(add(python))).toEqual(
      bad('Realm playground with this Realm, Pygments language and Name already exists.'),
    )
    for (const name of ['shiva', 'polonius']) {
      expect(await refusal(add(python, name))).toEqual(notAdministrator)
      expect(await refusal(as(name).delete(`/realm/playgrounds/${id}`))).toEqual(notAdministrator)
    }
    expect(await refusal(foreign.client.delete(`/realm/playgrounds/${id}`))).toEqual(
      bad('Invalid playground'),
    )
    await ok(as('iago').delete(`/realm/playgrounds/${id}`))
    expect(await refusal(as('iago').delete(`/realm/playgrounds/${id}`))).toEqual(bad('Invalid playground'))
  })
})

describe('emoji', () => {
  const INSERT = statement(
    'test.emoji',
    `INSERT INTO realm_emoji (realm_id, name, author_id, file_name, is_animated) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
  )

  /** As an upload inserts it. */
  async function added(name: string, author: string, isAnimated = false): Promise<RealmEmoji> {
    return core.changeAsSystem(realm, async (tx) => {
      const fileName = `${name}.gif`
      const authorId = world.userId(author) as RealmEmoji['authorId']
      const [row] = await tx.run<{ id: number }>(INSERT, [realm.id, name, authorId, fileName, isAnimated])
      const emoji = { id: row!.id, name, authorId, fileName, isAnimated, isDeactivated: false }
      emitEmoji(tx, realm, [...realm.lists.emoji, emoji])
      return emoji
    })
  }

  const shown = (emoji: RealmEmoji, deactivated = false) => ({
    id: String(emoji.id),
    name: emoji.name,
    source_url: `/user_avatars/${realm.id}/emoji/images/${emoji.fileName}`,
    still_url: emoji.isAnimated ? `/user_avatars/${realm.id}/emoji/images/still/${emoji.name}.png` : null,
    deactivated,
    author_id: emoji.authorId,
  })
  const remove = (name: string, caller: string) => as(caller).delete(`/realm/emoji/${name}`)

  test('are listed, and work in messages, reactions and statuses until they are deactivated', async () => {
    let ghost: RealmEmoji | undefined
    const received = await eventsDuring(['realm_emoji'], ['polonius'], async () => {
      ghost = await added('ghostly', 'hamlet', true)
      const { emoji } = await ok(as('polonius').get('/realm/emoji'))
      expect(emoji).toEqual({ [ghost.id]: shown(ghost) })
      expect((await register('zoe', ['realm_emoji'])).realm_emoji).toEqual(emoji)
      expect(await rendered(':ghostly:')).toContain(`src="${shown(ghost).source_url}"`)
      const { id } = await ok(
        as('hamlet').post('/messages', { type: 'channel', to: 'Verona', topic: 'x', content: 'boo' }),
      )
      await ok(as('zoe').post(`/messages/${id}/reactions`, { emoji_name: 'ghostly' }))
      await ok(as('zoe').post('/users/me/status', { emoji_name: 'ghostly' }))
      const code = String(ghost.id)
      const wrong = { emoji_name: 'other', emoji_code: code, reaction_type: 'realm_emoji' }
      expect(await refusal(as('iago').post('/users/me/status', wrong))).toEqual(
        bad('Invalid custom emoji name.'),
      )
      const { message } = await ok(as('zoe').get(`/messages/${id}`))
      expect(message.reactions).toMatchObject([
        { emoji_name: 'ghostly', emoji_code: code, reaction_type: 'realm_emoji' },
      ])
      await ok(remove('ghostly', 'hamlet'))
      expect(await rendered(':ghostly:')).toBe('<p>:ghostly:</p>')
      const gone = { emoji_name: 'ghostly', emoji_code: code, reaction_type: 'realm_emoji' }
      expect(await refusal(as('hamlet').post('/users/me/status', gone))).toEqual(
        bad('This custom emoji has been deactivated.'),
      )
      // Users can still add the reaction where others have it.
      await ok(as('iago').post(`/messages/${id}/reactions`, gone))
    })
    const event = (deactivated: boolean) => ({
      type: 'realm_emoji',
      op: 'update',
      realm_emoji: { [ghost!.id]: shown(ghost!, deactivated) },
    })
    expect(received.polonius).toEqual([event(false), event(true)])
  })

  test('are deactivated by administrators and by the user who added them', async () => {
    await added('skull', 'hamlet')
    const refused = bad('Must be an organization administrator or emoji author')
    expect(await refusal(remove('skull', 'zoe'))).toEqual(refused)
    expect(await refusal(remove('skull', 'polonius'))).toEqual(bad('Not allowed for guest users'))
    await ok(remove('skull', 'iago'))
    expect(await refusal(remove('skull', 'iago'))).toEqual(
      bad("Emoji 'skull' does not exist", { status: 404 }),
    )
    expect(await refusal(remove('thumbs_up', 'iago'))).toMatchObject({ status: 404 })
  })
})

describe('navigation views', () => {
  const add = (view: Body, name = 'hamlet') => as(name).post('/navigation_views', view)
  const at = (fragment: string) => `/navigation_views/${encodeURIComponent(fragment)}`
  const list = async (name = 'hamlet') => (await ok(as(name).get('/navigation_views'))).navigation_views
  const words = { fragment: 'narrow/is/alerted', is_pinned: true, name: 'Alert Words' }

  test('are added, changed and removed, with an event only to their user', async () => {
    const received = await eventsDuring(['navigation_view'], ['hamlet', 'zoe'], async () => {
      await ok(add({ ...words, name: ' Alert Words ' }))
      await ok(add({ fragment: 'inbox', is_pinned: false }))
      expect(await list()).toEqual([words, { fragment: 'inbox', is_pinned: false, name: null }])
      expect((await register('hamlet', ['navigation_views'])).navigation_views).toEqual(await list())
      await ok(as('hamlet').patch(at('inbox'), { is_pinned: true }))
      await ok(as('hamlet').patch(at('inbox'), { is_pinned: true }))
      await ok(as('hamlet').patch(at(words.fragment), { name: 'Words', is_pinned: true }))
      await ok(as('hamlet').delete(`/navigation_views/${words.fragment}`)) // Not encoded as JSON.
      await ok(as('hamlet').delete(at('inbox')))
    })
    const event = (op: string, rest: Body) => ({ type: 'navigation_view', op, ...rest })
    expect(received).toEqual({
      zoe: [],
      hamlet: [
        event('add', { navigation_view: words }),
        event('add', { navigation_view: { fragment: 'inbox', is_pinned: false, name: null } }),
        event('update', { fragment: 'inbox', data: { is_pinned: true } }),
        event('update', { fragment: words.fragment, data: { name: 'Words' } }),
        event('remove', { fragment: words.fragment }),
        event('remove', { fragment: 'inbox' }),
      ],
    })
    expect(await list()).toEqual([])
  })

  test.each([
    [{ fragment: ' ', is_pinned: true }, 'fragment cannot be blank'],
    [{ fragment: 'inbox', is_pinned: true, name: 'Mine' }, 'Built-in views cannot have a custom name'],
    [{ fragment: 'narrow/x', is_pinned: true }, 'Custom views must have a valid name.'],
    [{ fragment: 'narrow/x', is_pinned: true, name: ' ' }, 'name cannot be blank'],
    [
      { fragment: 'narrow/x', is_pinned: true, name: 'x'.repeat(101) },
      'name is too long (limit: 100 characters)',
    ],
    [
      { fragment: 'x'.repeat(2_001), is_pinned: true, name: 'x' },
      'fragment is too long (limit: 2000 characters)',
    ],
    [{ fragment: 'narrow/x', is_pinned: 'pinned', name: 'x' }, 'is_pinned is not a boolean'],
  ])('%j is refused', async (view, msg) => {
    expect(await refusal(add(view))).toEqual(bad(msg))
  })

  test('are unique by fragment and by name for each person', async () => {
    await ok(add(words))
    await ok(add(words, 'polonius'))
    const taken = bad('Navigation view already exists.')
    expect(await refusal(add(words))).toEqual(taken)
    expect(await refusal(add({ ...words, fragment: 'narrow/other' }))).toEqual(taken)
    await ok(add({ fragment: 'narrow/other', is_pinned: false, name: 'Other' }))
    expect(await refusal(as('hamlet').patch(at('narrow/other'), { name: words.name }))).toEqual(taken)
    expect(await refusal(as('hamlet').patch(at('inbox'), { name: 'x' }))).toEqual(
      bad('Built-in views cannot have a custom name'),
    )
    expect(await refusal(as('zoe').patch(at(words.fragment), { is_pinned: false }))).toEqual(
      bad('Navigation view does not exist.', { status: 404, code: 'NOT_FOUND' }),
    )
    expect(await refusal(as('zoe').delete(at(words.fragment)))).toEqual(
      bad('Navigation view does not exist.', { status: 404 }),
    )
    const both = await Promise.all([
      add({ fragment: 'recent', is_pinned: true }),
      add({ fragment: 'recent', is_pinned: true }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

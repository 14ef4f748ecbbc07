import { expect, test } from 'vitest'
import { CreationLinks } from '../../../core/organization/settings/creation-link.ts'
import type { RealmId } from '../../../core/platform/ids.ts'
import { noticeTexts } from '../../../core/state/notices/texts.ts'
import { Browsing } from '../../harness/browsing.ts'
import { World } from '../../harness/world.ts'

test('a new organization has the language that its founder chose, from its first message on', async () => {
  const world = await World.create()
  try {
    const { gateway, url } = await world.gateway()
    const { core } = gateway
    for (const [subdomain, chosen, language, names] of [
      ['arden', 'fr', 'fr', ['bac à sable', 'général']],
      ['elsinore', undefined, 'en', ['general', 'sandbox']],
    ] as const) {
      const path = `/new/${await new CreationLinks(core.redis, world.config.secretKey).issue()}`
      const browsing = new Browsing(url)
      if (chosen !== undefined) browsing.cookies.set('language', chosen)
      const email = `rosalind@${subdomain}.test`
      const fields = { name: subdomain, subdomain, email, full_name: 'Rosalind' }
      expect((await browsing.submit(path, { ...fields, password: 'four words of a play' })).status).toBe(200)
      const [row] = await world.sql<{ id: RealmId }>('SELECT id FROM realm WHERE subdomain = $1', [subdomain])
      const realm = (await core.realms.get(row!.id))!
      await realm.sync()
      expect(realm.record.settings.default_language).toBe(language)
      expect(realm.users.byEmail(email)!.settings.default_language).toBe(language)
      expect([...realm.channels].map(({ name }) => name).sort()).toEqual(names)
      // And the clock that its readers are used to, for later accounts too.
      const { twenty_four_hour_time } = realm.users.byEmail(email)!.settings
      expect(twenty_four_hour_time).toBe(language !== 'en')
      expect(realm.record.userSettingsDefaults.twenty_four_hour_time).toBe(language !== 'en')
      const topics = await world.sql<{ topic: string }>(
        'SELECT DISTINCT topic FROM conversation WHERE realm_id = $1 AND topic IS NOT NULL',
        [row!.id],
      )
      expect(topics).toContainEqual({ topic: noticeTexts(realm).topics.channelEvents })
    }
  } finally {
    await world.close()
  }
})

import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { hostilePictures, pictureOf, sendPicture, solidPicture } from '../../../harness/pictures.ts'
import { fetchFile, formOf } from '../../../harness/upload.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, ok, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const picture = await solidPicture(400, 200).png().toBuffer()
const state = (): Promise<Body> =>
  ok(as('cordelia').post('/register', { event_types: JSON.stringify(['realm']) }))
const fileAt = (address: string) => fetchFile(world.client(url), address)
const here = /^\/user_avatars\/\d+\/realm\/[0-9a-f]{32}\.png\?version=\d+$/
const sizeAt = async (address: string) => {
  const { width, height } = await sharp((await fileAt(address)).bytes).metadata()
  return [width, height]
}

describe('the icon', () => {
  const send = (name: string, ...files: Buffer[]) =>
    sendPicture(as(name), '/realm/icon', ...files.map((bytes) => pictureOf(bytes)))

  test('is in an event to everybody, in the state, and readable without an account', async () => {
    let icon_url = ''
    const events = await eventsDuring(['realm'], ['polonius'], async () => {
      icon_url = (await ok(send('iago', picture))).icon_url
    })
    expect(icon_url).toMatch(here)
    expect(await sizeAt(icon_url)).toEqual([100, 100])
    const data = { icon_url, icon_source: 'U' }
    expect(events.polonius).toEqual([{ type: 'realm', op: 'update_dict', property: 'icon', data }])
    expect(await state()).toMatchObject({ realm_icon_url: icon_url, realm_icon_source: 'U' })
    const settings = await ok(world.client(url).get('/server_settings'))
    expect(settings.realm_icon).toBe(settings.realm_url + icon_url)
    const { status, headers } = await fetchFile(as('cordelia'), '/api/v1/realm/icon')
    expect([status, headers.get('location')]).toEqual([302, icon_url])
  })

  test('can be changed again and removed', async () => {
    const first = (await ok(send('iago', picture))).icon_url
    const second = (await ok(send('iago', picture))).icon_url
    expect(second).not.toBe(first)
    expect((await state()).realm_icon_url).toBe(second)
    const { icon_url } = await ok(as('iago').delete('/realm/icon'))
    expect(icon_url).toMatch(/^https:\/\/secure\.gravatar\.com\/avatar\//)
    expect(await state()).toMatchObject({ realm_icon_url: icon_url, realm_icon_source: 'G' })
    expect(await ok(as('iago').delete('/realm/icon'))).toMatchObject({ icon_url })
  })

  test('is changed by administrators only, and is a picture', async () => {
    const must = { ...bad('Must be an organization administrator'), code: 'UNAUTHORIZED_PRINCIPAL' }
    expect(await refusal(send('hamlet', picture))).toEqual(must)
    expect(await refusal(as('hamlet').delete('/realm/icon'))).toEqual(must)
    expect(await refusal(send('iago'))).toEqual(bad('You must upload exactly one icon.'))
    for (const [name, bytes, msg] of await hostilePictures()) {
      expect([name, await refusal(send('iago', bytes))]).toEqual([name, bad(msg)])
    }
  })
})

describe('the logo', () => {
  const send = (name: string, fields: Record<string, string>, search = '') => {
    const { body, headers } = formOf([pictureOf(picture)], fields)
    return as(name).request('POST', `/realm/logo${search}`, body, headers)
  }

  test('has a version for day and one for night', async () => {
    const before = await state()
    const events = await eventsDuring(['realm'], ['polonius'], async () => {
      await ok(send('iago', { night: 'true' }))
      await ok(send('iago', {}, '?night=false'))
    })
    const after = await state()
    const logo = { logo_url: after.realm_logo_url, logo_source: 'U' }
    const night = { night_logo_url: after.realm_night_logo_url, night_logo_source: 'U' }
    expect(events.polonius).toEqual([
      { type: 'realm', op: 'update_dict', property: 'night_logo', data: night },
      { type: 'realm', op: 'update_dict', property: 'logo', data: logo },
    ])
    expect(after).toMatchObject({ realm_logo_source: 'U', realm_night_logo_source: 'U' })
    expect(logo.logo_url).toMatch(here)
    expect(logo.logo_url).not.toBe(night.night_logo_url)
    expect(await sizeAt(logo.logo_url)).toEqual([200, 100])
    for (const [search, address] of [
      ['night=true', night.night_logo_url],
      ['night=false', logo.logo_url],
    ]) {
      const { headers } = await fetchFile(as('cordelia'), `/api/v1/realm/logo?${search}`)
      expect(headers.get('location')).toBe(`${address}&${search}`)
    }
    await ok(as('iago').delete('/realm/logo', { night: true }))
    await ok(as('iago').delete('/realm/logo', { night: false }))
    expect(await state()).toMatchObject({ realm_logo_source: 'D', realm_night_logo_source: 'D' })
    expect(before.realm_logo_source).toBe('D')
  })

  test('is changed by administrators, who select the version', async () => {
    const must = { ...bad('Must be an organization administrator'), code: 'UNAUTHORIZED_PRINCIPAL' }
    expect(await refusal(send('hamlet', { night: 'true' }))).toEqual(must)
    expect(await refusal(send('iago', {}))).toMatchObject({ status: 400, code: 'REQUEST_VARIABLE_MISSING' })
    expect(await refusal(send('iago', { night: 'perhaps' }))).toMatchObject({ status: 400 })
    expect(await refusal(as('iago').delete('/realm/logo'))).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
    })
    const none = sendPicture(as('iago'), '/realm/logo?night=true')
    expect(await refusal(none)).toEqual(bad('You must upload exactly one logo.'))
  })
})

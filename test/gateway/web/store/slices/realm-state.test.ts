import { expect, test } from 'vitest'
import { type Realm, realm } from '../../../../../gateway/web/store/slices/realm.ts'

test('the organization has its new name and icon', () => {
  const known = { name: 'Globe', icon: '/icon?version=1', hasIcon: false } as Realm
  const data = { icon_url: '/icon?version=2', icon_source: 'U' } as const
  const uploaded = realm.apply(known, { id: 1, type: 'realm', op: 'update_dict', property: 'icon', data })
  expect(uploaded).toEqual({ name: 'Globe', icon: '/icon?version=2', hasIcon: true })
  const renamed = realm.apply(uploaded, {
    id: 2,
    type: 'realm',
    op: 'update',
    property: 'name',
    value: 'Swan',
  })
  expect(renamed).toEqual({ ...uploaded, name: 'Swan' })
})

import { render } from '../../content/markdown/render.ts'
import { realmHosts } from '../../state/realm/address.ts'
import type { RealmRecord } from '../../state/realm/record.ts'

const rendered = new WeakMap<RealmRecord, string>()

/**
 * An organization's description as HTML for people outside of it: mentions of people and channels stay text.
 * It is rendered once, because anybody may ask for it and formulas take 2 ms.
 */
export function renderedDescription(realm: RealmRecord, rootUrl: string): string {
  let html = rendered.get(realm)
  if (html === undefined) {
    const publicContext = {
      userByName: () => [],
      userById: () => undefined,
      channelByName: () => undefined,
      hosts: realmHosts(realm, rootUrl),
    }
    const { description } = realm.settings
    html = description === '' ? '' : render(description, publicContext).html
    rendered.set(realm, html)
  }
  return html
}

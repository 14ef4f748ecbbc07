import type { RealmRecord } from './record.ts'

/** The URL of an organization, by its own host name or its subdomain of the server's. No trailing slash. */
export function realmUrl(realm: Pick<RealmRecord, 'subdomain' | 'customHost'>, rootUrl: string): string {
  const url = new URL(rootUrl)
  if (realm.subdomain !== '') url.hostname = `${realm.subdomain}.${url.hostname}`
  else if (realm.customHost !== null && !isLocal(url.hostname)) url.hostname = realm.customHost
  return url.origin
}

/** The host name of an organization without a port; generated e-mail addresses end with it. */
export const realmHost = (realm: Pick<RealmRecord, 'subdomain' | 'customHost'>, rootUrl: string): string =>
  new URL(realmUrl(realm, rootUrl)).hostname

/**
 * Every host that leads to an organization, in lower case, with the port of the server's address: first the
 * one of `realmUrl`.
 */
export function realmHosts(
  realm: Pick<RealmRecord, 'subdomain' | 'customHost'>,
  rootUrl: string,
): readonly string[] {
  const bySubdomain = realmUrl({ ...realm, customHost: null }, rootUrl)
  const byOwnName = new URL(rootUrl)
  if (realm.customHost !== null) byOwnName.hostname = realm.customHost
  const hosts = [realmUrl(realm, rootUrl), bySubdomain].map((url) => new URL(url).host)
  return [...new Set(realm.customHost === null ? hosts : [...hosts, byOwnName.host])]
}

/** Whether the host is on the local machine, where made-up host names do not resolve. */
const isLocal = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')

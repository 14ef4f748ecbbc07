import type { RealmRecord } from './record.ts'

/** Where an organization is reached: its own host name, or its subdomain of the server's. No trailing slash. */
export function realmUrl(realm: Pick<RealmRecord, 'subdomain' | 'customHost'>, rootUrl: string): string {
  const url = new URL(rootUrl)
  if (realm.subdomain !== '') url.hostname = `${realm.subdomain}.${url.hostname}`
  else if (realm.customHost !== null && !isLocal(url.hostname)) url.hostname = realm.customHost
  return url.origin
}

/** The host name of that, without a port: what is after the @ of addresses that the organization gives. */
export const realmHost = (realm: Pick<RealmRecord, 'subdomain' | 'customHost'>, rootUrl: string): string =>
  new URL(realmUrl(realm, rootUrl)).hostname

/** On one's own machine a made-up host name leads nowhere; the root URL does. */
const isLocal = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')

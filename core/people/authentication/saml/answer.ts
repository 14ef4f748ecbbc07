import { createHash, randomBytes } from 'node:crypto'
import { SAML_ANSWER_SECONDS } from '../../../../config/limits.ts'
import type { Site } from '../method.ts'

/*
 * A provider posts its answer from its own site, so browsers do not send the cookies of this one. The answer
 * waits here for the next request of the same browser, which has them.
 */

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')
const keyOf = ({ realm }: Pick<Site, 'realm'>, token: string): string =>
  `saml:{realm:${realm.id}}:${hash(token)}`

/** Keeps an answer for a minute. Returns the token by which it is taken. */
export async function keepAnswer({ core, realm }: Site, answer: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await core.redis.set(keyOf({ realm }, token), answer, 'EX', SAML_ANSWER_SECONDS)
  return token
}

/** Takes an answer once; undefined when there is none. */
export async function takeAnswer({ core, realm }: Site, token: string): Promise<string | undefined> {
  if (token === '' || token.length > 100) return undefined
  return (await core.redis.getdel(keyOf({ realm }, token))) ?? undefined
}

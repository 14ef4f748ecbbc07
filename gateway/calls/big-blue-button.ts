import { createHash } from 'node:crypto'
import type { UserRecord } from '../../core/state/users/record.ts'
import {
  bigBlueButtonFailed,
  bigBlueButtonNotConfigured,
  bigBlueButtonRefusesSecret,
  bigBlueButtonUnreachable,
} from './errors.ts'
import type { Meeting } from './meeting-link.ts'

const TIMEOUT_MS = 5_000

/** A BigBlueButton server (docs.bigbluebutton.org, "API") and the secret that it shares with this server. */
export interface BigBlueButtonServer {
  /** Ends with a slash. */
  readonly url: string
  readonly secret: string
}

/** The server of the configuration. Throws without one. */
export function bigBlueButtonOf(config: {
  readonly bigBlueButtonUrl?: string
  readonly bigBlueButtonSecret?: string
}): BigBlueButtonServer {
  const { bigBlueButtonUrl: url, bigBlueButtonSecret: secret } = config
  if (url === undefined || secret === undefined) throw bigBlueButtonNotConfigured()
  return { url: url.endsWith('/') ? url : `${url}/`, secret }
}

/**
 * Creates a meeting unless it exists, and returns the address at which `user` joins it. The user who
 * requested the meeting joins as moderator. Throws when the server cannot be reached or refuses.
 */
export async function joinAddress(
  server: BigBlueButtonServer,
  meeting: Meeting,
  user: UserRecord,
): Promise<string> {
  const created = await create(server, meeting)
  return address(server, 'join', {
    meetingID: meeting.id,
    role: user.id === meeting.moderator ? 'MODERATOR' : 'VIEWER',
    fullName: user.fullName,
    createTime: element(created, 'createTime'),
  })
}

/** Creates a meeting. A repeated call gets the same response as the first. */
async function create(server: BigBlueButtonServer, { id, name, isVoiceOnly }: Meeting): Promise<string> {
  const url = address(server, 'create', { meetingID: id, name, lockSettingsDisableCam: String(isVoiceOnly) })
  let answer: string
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`status ${response.status}`)
    answer = await response.text()
  } catch {
    throw bigBlueButtonUnreachable()
  }
  if (element(answer, 'messageKey') === 'checksumError') {
    throw bigBlueButtonRefusesSecret()
  }
  if (element(answer, 'returncode') !== 'SUCCESS') {
    throw bigBlueButtonFailed()
  }
  return answer
}

/** The address of a call, signed by a hash of its name, its parameters and the secret. */
function address(
  { url, secret }: BigBlueButtonServer,
  call: 'create' | 'join',
  parameters: Readonly<Record<string, string>>,
): string {
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const checksum = createHash('sha256').update(`${call}${query}${secret}`).digest('hex')
  return `${url}api/${call}?${query}&checksum=${checksum}`
}

/** The text of an element of an answer, which is flat XML; empty without the element. */
const element = (answer: string, name: string): string =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(answer)?.[1] ?? ''

import { createHash } from 'node:crypto'
import { ApiError } from '../../core/platform/errors.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { Meeting } from './meeting-link.ts'

const ANSWERS_WITHIN_MS = 5_000

/** A BigBlueButton server (docs.bigbluebutton.org, "API"), and the secret that it shares with this one. */
export interface BigBlueButtonServer {
  /** With a slash at its end. */
  readonly url: string
  readonly secret: string
}

export const notConfigured = (): ApiError => new ApiError('BigBlueButton is not configured.')

/** The server that an operator has set up; throws when there is none. */
export function bigBlueButtonOf(config: {
  readonly bigBlueButtonUrl?: string
  readonly bigBlueButtonSecret?: string
}): BigBlueButtonServer {
  const { bigBlueButtonUrl: url, bigBlueButtonSecret: secret } = config
  if (url === undefined || secret === undefined) throw notConfigured()
  return { url: url.endsWith('/') ? url : `${url}/`, secret }
}

/**
 * Where somebody joins a meeting, which is made if it is not there: as its moderator who asked for it. Throws when the
 * server cannot be asked or refuses.
 */
export async function joinAddress(
  server: BigBlueButtonServer,
  meeting: Meeting,
  user: UserRecord,
): Promise<string> {
  const made = await create(server, meeting)
  return address(server, 'join', {
    meetingID: meeting.id,
    role: user.id === meeting.moderator ? 'MODERATOR' : 'VIEWER',
    fullName: user.fullName,
    createTime: element(made, 'createTime'),
  })
}

/** Making the same meeting again answers as the first time. */
async function create(server: BigBlueButtonServer, { id, name, isVoiceOnly }: Meeting): Promise<string> {
  const url = address(server, 'create', { meetingID: id, name, lockSettingsDisableCam: String(isVoiceOnly) })
  let answer: string
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })
    if (!response.ok) throw new Error(`status ${response.status}`)
    answer = await response.text()
  } catch {
    throw new ApiError('Error connecting to the BigBlueButton server.')
  }
  if (element(answer, 'messageKey') === 'checksumError') {
    throw new ApiError('Error authenticating to the BigBlueButton server.')
  }
  if (element(answer, 'returncode') !== 'SUCCESS') {
    throw new ApiError('BigBlueButton server returned an unexpected error.')
  }
  return answer
}

/** Each call is signed by a hash of its name, its parameters and the secret. */
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

/** Of an answer, which is flat XML; empty where there is none. */
const element = (answer: string, name: string): string =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(answer)?.[1] ?? ''

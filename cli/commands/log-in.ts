import { setTimeout as pause } from 'node:timers/promises'
import { Command } from 'commander'
import { ConfigError } from '../../config/error.ts'
import { print } from '../operator/operator.ts'

type Answer = Readonly<Record<string, unknown>>

/** Posts a form to an organization. Throws a ConfigError when nobody answers there. */
async function post(url: string, path: string, fields: Record<string, string> = {}): Promise<Answer> {
  const headers = { 'user-agent': 'loquat' }
  const body = new URLSearchParams(fields)
  try {
    const signal = AbortSignal.timeout(20_000)
    const answer = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body, signal })
    return (await answer.json()) as Answer
  } catch (error) {
    // `fetch` names its reason in the cause, of several addresses by the code alone; an answer that is no
    // JSON has none.
    const { name, cause } = error as Error
    const { message, code } = (cause ?? {}) as { message?: string; code?: string }
    const reason = name === 'TimeoutError' ? 'no answer within 20 s' : message || code
    throw new ConfigError(
      reason === undefined ? `There is no organization at ${url}` : `${url} cannot be reached: ${reason}`,
    )
  }
}

/** Waits until the person has entered the code, and resolves with the key. */
async function keyAfter(url: string, { device_code, interval }: Answer): Promise<Answer> {
  for (let seconds = Number(interval); ; ) {
    await pause(seconds * 1000)
    const answer = await post(url, '/device_token', { device_code: String(device_code) })
    if (answer.result === 'success') return answer
    if (answer.code === 'SLOW_DOWN') seconds += 5
    else if (answer.code !== 'AUTHORIZATION_PENDING') throw new ConfigError(String(answer.msg))
  }
}

export const logIn = new Command('log-in')
  .description('log in to an organization with a browser elsewhere, and print the API key as a zuliprc')
  .argument('<address>', 'the address of the organization, such as https://chat.example.com')
  .action(async (address: string) => {
    if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
      throw new ConfigError(`"${address}" is not an address such as https://chat.example.com`)
    const url = address.replace(/\/+$/, '')
    const begun = await post(url, '/device_authorization')
    if (begun.result !== 'success') throw new ConfigError(String(begun.msg))
    const minutes = Math.floor(Number(begun.expires_in) / 60)
    process.stderr.write(
      `Open ${begun.verification_uri} and enter ${begun.user_code}. The code is valid for ${minutes} minutes.\n`,
    )
    const { email, api_key: key } = await keyAfter(url, begun)
    print(`[api]\nemail=${email}\nkey=${key}\nsite=${url}`)
  })

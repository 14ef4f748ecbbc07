import { setTimeout as sleep } from 'node:timers/promises'
import { startStack } from '../bench/stack.ts'
import type { TestBrowser } from '../harness/browser.ts'
import { LAPTOP } from './views.ts'

/** The picture of the operator's overview. */
export const OVERVIEW = { name: 'ops', text: "The operator's overview: the mail server is away" } as const

const PASSWORD = 'operator of the pictures'
/** No mail server listens there. */
const NO_MAIL = 'smtp://mail.example.com:9'
const LIMIT_MS = 120_000

/** The overview of a server that cannot send its mail, as PNG. */
export async function pictureOverview(browser: TestBrowser): Promise<Buffer> {
  const stack = await startStack({
    settings: { SMTP_URL: NO_MAIL, OPERATOR_PASSWORD: PASSWORD },
    hasMessages: true,
    hasWorker: true,
  })
  const { page, context } = await browser.open({
    viewport: { width: LAPTOP[0], height: LAPTOP[1] },
    httpCredentials: { username: 'operator', password: PASSWORD },
    reducedMotion: 'reduce',
  })
  try {
    const url = `http://localhost:${stack.port}`
    const body = new URLSearchParams({ invitee_emails: 'portia@example.com', stream_ids: '[]' })
    const headers = { authorization: stack.authorization('desdemona') }
    const answer = await fetch(`${url}/api/v1/invites`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(await answer.text())
    const until = Date.now() + LIMIT_MS
    while ((await incidents(url)) !== 'mail') {
      if (Date.now() > until) throw new Error('the overview does not show that mail is down')
      await sleep(500)
    }
    await page.goto(`${url}/ops`)
    await page.evaluate('document.fonts.ready')
    return await page.screenshot({ animations: 'disabled' })
  } finally {
    await context.close()
    await stack.close()
  }
}

/** `mail` once mail is the only incident. */
async function incidents(url: string): Promise<string> {
  const authorization = `Basic ${Buffer.from(`operator:${PASSWORD}`).toString('base64')}`
  const text = await (await fetch(`${url}/ops/figures`, { headers: { authorization } })).text()
  const names = [...text.matchAll(/data-incident="([a-z]+)/g)].map(([, name]) => name!)
  return [...new Set(names)].join()
}

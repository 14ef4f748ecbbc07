import { mkdir, writeFile } from 'node:fs/promises'
import type { BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { freePort } from '../../config/embedded/processes.ts'
import { DEMONSTRATION_PASSWORD } from '../../core/demonstration/people.ts'
import { type Stack, startStack } from '../bench/stack.ts'
import { TestBrowser } from '../harness/browser.ts'
import { ADMINISTRATION } from './administration.ts'
import { countActivity } from './count-usage.ts'
import { fillOrganization } from './fill-organization.ts'
import { moveTimes } from './move-times.ts'
import { OVERVIEW, pictureOverview } from './overview.ts'
import { setTimes } from './times.ts'
import { type Ids, LAPTOP, SIZES, VIEWS, type View } from './views.ts'

/**
 * `npm run screenshots [-- NAME...]`: pictures of the web client and of the operator's overview for
 * docs/images, in the demonstration organization.
 */
const FOLDER = 'docs/images'
/** The time on the pages. The newest message is five minutes older. */
const NOW = new Date('2026-05-14T10:00:00Z')
const READER = 'hamlet'
const ADMINISTRATOR = 'desdemona'
const ONLINE = ['hamlet', 'cordelia', 'zoe', 'iago', 'aaron']
const QUALITY = 80
/** The organization invites by mail; no worker sends it. */
const NO_MAIL = 'smtp://127.0.0.1:9'

const wanted = process.argv.slice(2)
const port = await freePort()
const url = `http://localhost:${port}`
const stack = await startStack({
  settings: { ROOT_URL: url, PORT: String(port), SMTP_URL: NO_MAIL },
  hasMessages: true,
})
const browser = await TestBrowser.start()
try {
  if (wanted.length === 0 || wanted.includes(OVERVIEW.name))
    await store(OVERVIEW.name, LAPTOP[0], await pictureOverview(browser))
  await countActivity(stack)
  const ids = { channels: stack.channels, users: await setTimes(stack, NOW) }
  await reportPresence(stack)
  const taken = (views: readonly View[]) =>
    views.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  for (const [reader, views] of [
    [READER, VIEWS],
    [ADMINISTRATOR, ADMINISTRATION],
  ] as const) {
    if (taken(views).length === 0) continue
    if (reader === ADMINISTRATOR) await fillOrganization((...of) => call(stack, ...of), ids.users)
    await endTour(stack, reader)
    const session = await logIn(reader)
    for (const view of taken(views))
      for (const size of view.isSmall ? [LAPTOP] : SIZES) await take(view, size, ids, session)
  }
} finally {
  await browser.close()
  await stack.close()
}
process.exit()

async function logIn(reader: string): Promise<BrowserContextOptions['storageState']> {
  const { page, context } = await browser.open({ serviceWorkers: 'block' })
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mail address').fill(`${reader}@demo.test`)
  await page.getByLabel('Password').fill(DEMONSTRATION_PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('navigation').waitFor()
  const cookies = await context.cookies()
  await context.close()
  return { cookies, origins: [] }
}

async function take(
  view: View,
  [width, height]: (typeof SIZES)[number],
  ids: Ids,
  session: BrowserContextOptions['storageState'],
): Promise<void> {
  const { page, context } = await browser.open({
    viewport: { width, height },
    colorScheme: view.isDark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...(width < 700 && { hasTouch: true, isMobile: true }),
    ...(!view.isLoggedOut && { storageState: session }),
  })
  await page.clock.setFixedTime(NOW)
  // The reader reads and writes nothing while the pictures are taken.
  for (const path of ['messages/flags', 'drafts']) {
    await page.route(`**/json/${path}`, (route) => route.fulfill({ status: 503 }))
  }
  await moveTimes(page, NOW)
  await page.goto(url + view.path(ids))
  await view.prepare?.(page)
  await settle(page)
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await context.close()
  await store(view.name, width, png)
}

async function store(name: string, width: number, png: Buffer): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  const file = `${FOLDER}/${name}-${width}.webp`
  const picture = await sharp(png).webp({ quality: QUALITY, effort: 6 }).toBuffer()
  await writeFile(file, picture)
  process.stdout.write(`${file}  ${(picture.length / 1024).toFixed(0)} KiB\n`)
}

/** Waits for fonts and for requests that the view still makes. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready')
}

async function reportPresence(stack: Stack): Promise<void> {
  const form = { status: 'active', ping_only: 'true' }
  for (const name of ONLINE) await call(stack, name, 'POST', '/users/me/presence', form)
}

/** Marks the hints of the first visit as seen. */
async function endTour(stack: Stack, reader: string): Promise<void> {
  const { onboarding_steps: steps } = await call(stack, reader, 'POST', '/register', {
    event_types: '["onboarding_steps"]',
  })
  for (const { name } of steps as { name: string }[])
    await call(stack, reader, 'POST', '/users/me/onboarding_steps', { onboarding_step: name })
}

async function call(
  { authorization }: Stack,
  name: string,
  method: string,
  path: string,
  form: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: authorization(name) },
    body: new URLSearchParams(form),
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Record<string, unknown>
}

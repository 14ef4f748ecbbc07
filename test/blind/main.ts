import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { TestBrowser } from '../harness/browser.ts'
import { BREAKAGES, type Breakage } from './breakages.ts'
import { worstSecond } from './log-rate.ts'
import { OPERATOR, type Stand, startStand } from './stand.ts'

/**
 * `npm run blind [-- --folder FOLDER] [--count N] [--only INCIDENT]`: breaks parts of a running server in an
 * order that it does not tell, and takes a picture of /ops for each, named by its number only. `answers.md`
 * in the folder has what was done, and the seconds until the page said so: read it after the pictures.
 */
const HELP = 'usage: npm run blind [-- --folder FOLDER] [--count N] [--only INCIDENT]\n'
const LIMIT_MS = 90_000
const GONE_LIMIT_MS = 45_000
/** The plots show the fault as well when it has lasted a while. */
const LASTS_MS = Number(process.env.BLIND_LASTS_MS ?? 8_000)

const option = (name: string) => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? undefined : process.argv[at + 1]
}
if (process.argv.includes('--help')) {
  process.stdout.write(HELP)
  process.exit()
}
const folder = option('folder') ?? 'blind'
const only = option('only')
const chosen = shuffled(BREAKAGES.filter(({ incident }) => only === undefined || incident === only)).slice(
  0,
  Number(option('count') ?? 10),
)

const HEAD = [
  '| picture | broken | incident | sentence and reason | seconds until it showed | seconds until it was gone | log |',
  '| --- | --- | --- | --- | --- | --- | --- |',
]

const browser = await TestBrowser.start()
const stand = await startStand(folder)
const authorization = `Basic ${Buffer.from(`operator:${OPERATOR}`).toString('base64')}`
try {
  await mkdir(folder, { recursive: true })
  await sleep(15_000) // until every process has reported
  const rows: string[] = []
  for (const [index, breakage] of chosen.entries()) {
    rows.push(await play(breakage, index + 1))
    await writeFile(join(folder, 'answers.md'), [...HEAD, ...rows, ''].join('\n'))
    process.stdout.write(`${index + 1} of ${chosen.length}\n`)
  }
} finally {
  await browser.close()
  await stand.close()
}
process.exit()

async function play(breakage: Breakage, number: number): Promise<string> {
  const logs = await Promise.all(
    members(stand).map(async ({ log }) => ({ log, from: (await stat(log)).size })),
  )
  const begunAt = performance.now()
  const repair = await breakage.breakIt(stand)
  const shown = await untilShown(breakage.incident)
  const seconds = ((performance.now() - begunAt) / 1000).toFixed(1)
  await sleep(LASTS_MS)
  await picture(number)
  await repair()
  const texts = await Promise.all(
    logs.map(async ({ log, from }) => (await readFile(log)).subarray(from).toString()),
  )
  const rate = worstSecond(texts)
  const goneAfter = await untilGone(breakage.incident)
  await untilQuiet()
  return `| ${number} | ${breakage.what} | ${breakage.incident} | ${shown} | ${seconds} | ${goneAfter} | ${rate} |`
}

async function untilShown(name: string): Promise<string> {
  const till = performance.now() + LIMIT_MS
  for (;;) {
    const page = await figures()
    const found = new RegExp(
      `data-incident="${name}".*?</strong> <strong>(.*?)</strong></p>\\s*<p>.*?</p>\\s*<dl>(?:<dt>[^<]*</dt> <dd><span class="text">(.*?)</span>)?`,
      's',
    ).exec(page)
    if (found !== null) return `${found[1]} ${(found[2] ?? '').replace(/<[^>]+>/g, '')}`.replaceAll('|', '/')
    if (performance.now() > till) return 'NOT SHOWN'
    await sleep(100)
  }
}

/** Seconds until the page no longer shows an incident; some last for minutes after their last sign. */
async function untilGone(name: string): Promise<string> {
  const begunAt = performance.now()
  while (performance.now() - begunAt < GONE_LIMIT_MS) {
    const page = await figures()
    if (page !== '' && !page.includes(`data-incident="${name}"`))
      return ((performance.now() - begunAt) / 1000).toFixed(0)
    await sleep(250)
  }
  return `more than ${GONE_LIMIT_MS / 1000}`
}

/**
 * Waits until no incident is in sight, such as a process that stood still, so that each picture has its own.
 */
async function untilQuiet(): Promise<void> {
  const begunAt = performance.now()
  while (performance.now() - begunAt < GONE_LIMIT_MS) {
    if (/Nothing needs attention/.test(await figures())) return
    await sleep(250)
  }
}

async function figures(): Promise<string> {
  const answer = await fetch(`${stand.url}/ops/figures`, {
    headers: { authorization },
    signal: AbortSignal.timeout(30_000),
  }).catch(() => undefined)
  return answer?.status === 200 ? await answer.text() : ''
}

async function picture(number: number): Promise<void> {
  const { page, context } = await browser.open({
    viewport: { width: 1440, height: 900 },
    httpCredentials: { username: 'operator', password: OPERATOR },
    reducedMotion: 'reduce',
  })
  await page.goto(`${stand.url}/ops`)
  await page.waitForTimeout(2_000)
  await page.screenshot({ path: join(folder, `${number}.png`), animations: 'disabled' })
  // The plots are drawn when they are in sight.
  await page.locator('#plots').scrollIntoViewIfNeeded()
  await page.waitForTimeout(2_000)
  await page.screenshot({ path: join(folder, `${number}-whole.png`), animations: 'disabled', fullPage: true })
  await context.close()
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((each) => ({ each, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each)
}

function members(of: Stand) {
  return [...of.gateways, ...of.workers]
}

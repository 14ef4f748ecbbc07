import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
/**
 * The same engine without windows: a new profile takes a quarter of the processor time (0.13 s, not 0.53 s).
 */
const WINDOWLESS = 'chromium-headless-shell'
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin']

/** Path of the first of these programs that is installed; undefined without any. */
const installed = (...names: readonly string[]) =>
  names.flatMap((name) => FOLDERS.map((folder) => join(folder, name))).find(existsSync)

/**
 * Whether pages have windows, without which there are no notifications, and tabs in the background stand
 * still.
 */
type Kind = 'windowed' | 'windowless'

const programs: Readonly<Record<Kind, string | undefined>> = {
  windowed: installed(...NAMES, WINDOWLESS),
  windowless: installed(WINDOWLESS, ...NAMES),
}

/** One line that says why browser tests are skipped; undefined when they run. */
export const browserMissing = programs.windowed
  ? undefined
  : 'Chromium is not on the PATH (apt-get install chromium chromium-headless-shell)'

if (browserMissing && process.env.CI) throw new Error(browserMissing)
if (browserMissing) process.stderr.write(`Tests in a browser are skipped: ${browserMissing}\n`)

/** A browser profile with its own cookies and passwords, and the errors of its pages. */
export interface TestBrowsing {
  readonly context: BrowserContext
  readonly page: Page
  /** Uncaught errors, console errors and violations of the Content-Security-Policy so far. */
  readonly faults: string[]
}

/** The programs of this process. Their profiles keep test files apart, and a start takes a second. */
const shared = new Map<Kind, Promise<Browser>>()

/** Starts the program when it does not run yet, or not any more. */
function sharedBrowser(kind: Kind): Promise<Browser> {
  const start = () => launch(kind)
  const browser = (shared.get(kind) ?? start()).then(
    (running) => (running.isConnected() ? running : start()),
    start,
  )
  shared.set(kind, browser)
  return browser
}

const launch = (kind: Kind): Promise<Browser> =>
  chromium.launch({
    executablePath: programs[kind]!,
    headless: true,
    chromiumSandbox: process.getuid?.() !== 0, // the sandbox does not work for root
    args: ['--disable-dev-shm-usage', '--disable-gpu', '--no-first-run'],
  })

export interface BrowserOptions {
  readonly hasWindows?: boolean
}

/**
 * Profiles in a headless Chromium. A test file starts one and closes it at its end. The test files of a
 * process share the program, which ends with the process; other scripts have their own.
 */
export class TestBrowser {
  readonly #browser: Browser
  readonly #isShared: boolean
  readonly #contexts: BrowserContext[] = []

  private constructor(browser: Browser, isShared: boolean) {
    this.#browser = browser
    this.#isShared = isShared
  }

  /** Benches and screenshots have windows, as people have. Tests that need them ask for them. */
  static async start({ hasWindows = false }: BrowserOptions = {}): Promise<TestBrowser> {
    const isShared = process.env.VITEST !== undefined
    const kind = hasWindows || !isShared ? 'windowed' : 'windowless'
    return new TestBrowser(await (isShared ? sharedBrowser(kind) : launch(kind)), isShared)
  }

  /**
   * Opens a new profile with one page, without motion. `options` are for example `httpCredentials` or
   * `javaScriptEnabled: false`. A service worker costs a profile as much processor time as its first page,
   * because it fetches every file of the client. Tests that need one set `serviceWorkers: 'allow'`.
   */
  async open(options: BrowserContextOptions = {}): Promise<TestBrowsing> {
    const usual = {
      locale: 'en-US',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    } as const
    const context = await this.#browser.newContext({ ...usual, ...options })
    this.#contexts.push(context)
    context.setDefaultTimeout(120_000)
    const faults: string[] = []
    context.on('console', (message) => {
      if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`)
    })
    context.on('weberror', (error) => void faults.push(String(error.error())))
    return { context, page: await context.newPage(), faults }
  }

  async close(): Promise<void> {
    if (!this.#isShared) return this.#browser.close()
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()))
  }
}

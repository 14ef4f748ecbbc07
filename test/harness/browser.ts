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
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin']

/** Path of Chromium; undefined when it is not installed. */
const program = FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(existsSync)

/** One line that says why browser tests are skipped; undefined when they run. */
export const browserMissing = program ? undefined : 'Chromium is not on the PATH (apt-get install chromium)'

if (browserMissing && process.env.CI) throw new Error(browserMissing)
if (browserMissing) process.stderr.write(`Tests in a browser are skipped: ${browserMissing}\n`)

/** A browser profile with its own cookies and passwords, and the errors of its pages. */
export interface TestBrowsing {
  readonly context: BrowserContext
  readonly page: Page
  /** Uncaught errors, console errors and violations of the Content-Security-Policy so far. */
  readonly faults: string[]
}

/** The Chromium of this process. Its profiles keep test files apart, and a start takes a second. */
let shared: Promise<Browser> | undefined

/** Starts it when it does not run yet, or not any more. */
function sharedBrowser(): Promise<Browser> {
  shared = (shared ?? launch()).then((browser) => (browser.isConnected() ? browser : launch()), launch)
  return shared
}

const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: program!,
    headless: true,
    chromiumSandbox: process.getuid?.() !== 0, // the sandbox does not work for root
    args: ['--disable-dev-shm-usage', '--disable-gpu', '--no-first-run'],
  })

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

  static async start(): Promise<TestBrowser> {
    const isShared = process.env.VITEST !== undefined
    return new TestBrowser(await (isShared ? sharedBrowser() : launch()), isShared)
  }

  /**
   * Opens a new profile with one page. `options` are for example `httpCredentials` or `javaScriptEnabled:
   * false`.
   */
  async open(options: BrowserContextOptions = {}): Promise<TestBrowsing> {
    const context = await this.#browser.newContext({ locale: 'en-US', timezoneId: 'UTC', ...options })
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

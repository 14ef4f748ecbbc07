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

/** The program; undefined when it is not installed. */
const program = FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(existsSync)

/** Why tests in a browser are skipped, in one line; undefined when they are not. */
export const browserMissing = program ? undefined : 'Chromium is not on the PATH (apt-get install chromium)'

if (browserMissing && process.env.CI) throw new Error(browserMissing)
if (browserMissing) process.stderr.write(`Tests in a browser are skipped: ${browserMissing}\n`)

/** A person's browser: cookies and passwords of its own, and everything that went wrong in its pages. */
export interface TestBrowsing {
  readonly context: BrowserContext
  readonly page: Page
  /** Uncaught errors, errors on the console, and what a Content-Security-Policy refused, in the pages so far. */
  readonly faults: string[]
}

/** A real Chromium without a window. Start one for a test file, and close it when the file is done. */
export class TestBrowser {
  readonly #browser: Browser

  private constructor(browser: Browser) {
    this.#browser = browser
  }

  static async start(): Promise<TestBrowser> {
    const args = ['--disable-dev-shm-usage', '--disable-gpu', '--no-first-run']
    return new TestBrowser(
      await chromium.launch({
        executablePath: program!,
        headless: true,
        chromiumSandbox: process.getuid?.() !== 0, // it refuses to run as root in its sandbox
        args,
      }),
    )
  }

  /** A fresh profile with one page; `options` such as `httpCredentials` or `javaScriptEnabled: false`. */
  async open(options: BrowserContextOptions = {}): Promise<TestBrowsing> {
    const context = await this.#browser.newContext({ locale: 'en-US', timezoneId: 'UTC', ...options })
    context.setDefaultTimeout(15_000)
    const faults: string[] = []
    context.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    context.on('weberror', (error) => void faults.push(String(error.error())))
    return { context, page: await context.newPage(), faults }
  }

  close(): Promise<void> {
    return this.#browser.close()
  }
}

import './product.ts'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { freePort } from '../../config/embedded/processes.ts'
import { DEMONSTRATION_PASSWORD } from '../../core/demonstration/people.ts'
import { Gateway } from '../../gateway/gateway.ts'
import { type BrowserOptions, TestBrowser, type TestBrowsing } from './browser.ts'
import { Browsing } from './browsing.ts'
import { type Settings, silent, World } from './world.ts'

/** Logs in without loading the log-in page: gives the page's profile the cookies of a new session. */
export async function startSession(page: Page, url: string, name: string): Promise<void> {
  const visitor = new Browsing(url, { 'user-agent': await page.evaluate<string>('navigator.userAgent') })
  await visitor.logIn(name, DEMONSTRATION_PASSWORD)
  const cookies = [...visitor.cookies].map(([cookie, value]) => ({ name: cookie, value, url }))
  await page.context().addCookies(cookies)
}

/** An organization with a gateway, and browsers in which its people use the web client. */
export class WebWorld {
  readonly world: World
  readonly url: string
  readonly gateway: Gateway
  readonly #chromium: TestBrowser
  readonly #opened: TestBrowsing[] = []

  private constructor(world: World, url: string, gateway: Gateway, chromium: TestBrowser) {
    this.world = world
    this.gateway = gateway
    this.url = url
    this.#chromium = chromium
  }

  static async create(settings: Settings = {}, browser: BrowserOptions = {}): Promise<WebWorld> {
    const port = await freePort()
    const url = `http://localhost:${port}`
    const world = await World.create({ ROOT_URL: url, ...settings })
    const gateway = await Gateway.open(world.config, silent)
    await gateway.listen(port, '127.0.0.1')
    const chromium = await TestBrowser.start(browser)
    world.onClose(async () => {
      await chromium.close()
      await gateway.close()
    })
    return new WebWorld(world, url, gateway, chromium)
  }

  /** Uncaught errors, console errors and violations of the Content-Security-Policy so far. */
  get faults(): string[] {
    return this.#opened.flatMap(({ faults }) => faults)
  }

  /** A separate browser profile without a session. */
  async open(options: BrowserContextOptions = {}): Promise<Page> {
    const browsing = await this.#chromium.open(options)
    this.#opened.push(browsing)
    return browsing.page
  }

  /**
   * Opens a browser that has a session, and the client in it. `path`: the address that the visitor asks for
   * without a session; the visitor then logs in on the page.
   */
  async logIn(name: string, options: BrowserContextOptions = {}, path?: string): Promise<Page> {
    const page = await this.open(options)
    if (path === undefined) {
      await startSession(page, this.url, name)
      await page.goto(this.url)
    } else {
      await page.goto(this.url + path)
      // By names that are the same in every language.
      await page.locator('input[name=email]').fill(`${name}@demo.test`)
      await page.locator('input[name=password]').fill(DEMONSTRATION_PASSWORD)
      await page.locator('input[name=password]').press('Enter')
    }
    await page.getByRole('navigation').waitFor({ state: 'attached' })
    return page
  }

  /** The address of a topic. */
  topic(channel: string, topic: string): string {
    const hash = `#narrow/channel/${this.world.channelId(channel)}-${channel}/topic/${encodeURIComponent(topic)}`
    return `${this.url}/${hash.replaceAll('%', '.')}`
  }

  close(): Promise<void> {
    return this.world.close()
  }
}

import '../../harness/product.ts'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { freePort } from '../../../config/embedded/processes.ts'
import { Gateway } from '../../../gateway/gateway.ts'
import { TestBrowser, type TestBrowsing } from '../../harness/browser.ts'
import { startSession } from '../../harness/web-world.ts'
import { silent, World } from '../../harness/world.ts'

/** A gateway with the web client, and users of the demonstration with separate browsers. */
export class Browsers {
  readonly world: World
  readonly url: string
  readonly chromium: TestBrowser
  readonly opened: TestBrowsing[] = []

  private constructor(world: World, url: string, chromium: TestBrowser) {
    this.world = world
    this.url = url
    this.chromium = chromium
  }

  static async start(): Promise<Browsers> {
    const port = await freePort()
    const url = `http://localhost:${port}`
    const world = await World.create({ ROOT_URL: url })
    const gateway = await Gateway.open(world.config, silent)
    await gateway.listen(port, '127.0.0.1')
    const chromium = await TestBrowser.start()
    world.onClose(async () => {
      await chromium.close()
      await gateway.close()
    })
    return new Browsers(world, url, chromium)
  }

  async logIn(name: string, options: BrowserContextOptions = {}): Promise<Page> {
    const browsing = await this.chromium.open(options)
    this.opened.push(browsing)
    const { page } = browsing
    await startSession(page, this.url, name)
    await page.goto(this.url)
    await page.getByRole('navigation').waitFor()
    return page
  }

  /** Sends a message as a user through the API, and returns its id. */
  async send(name: string, topic: string, content: string): Promise<number> {
    const client = this.world.client(this.url, name)
    const { id } = await client.ok(
      client.post('/messages', { type: 'channel', to: 'Verona', topic, content }),
    )
    return id as number
  }

  async openTopic(page: Page, topic: string): Promise<void> {
    const channel = this.world.channelId('Verona')
    await page.goto(`${this.url}/#narrow/channel/${channel}-Verona/topic/${topic}`)
    await page.getByRole('log').getByRole('article').first().waitFor()
  }

  close(): Promise<void> {
    return this.world.close()
  }
}

/** A message of the page by its text. */
export const messageWith = (page: Page, text: string) =>
  page.getByRole('log').getByRole('article').filter({ hasText: text })

/** Opens the menu of a message and chooses from it. */
export async function choose(page: Page, text: string, item: string): Promise<void> {
  await messageWith(page, text).hover()
  await messageWith(page, text).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

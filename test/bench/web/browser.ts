import { readFile } from 'node:fs/promises'
import type { BrowserContextOptions, CDPSession, Page, Request } from 'playwright-core'
import { transformWithEsbuild } from 'vite'
import { DEMONSTRATION_PASSWORD } from '../../../core/demonstration/people.ts'
import { TestBrowser } from '../../harness/browser.ts'

type Session = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** A page with `probe`, in a profile of its own whose cache is empty. */
export interface Tab {
  readonly page: Page
  readonly devtools: CDPSession
  /** Milliseconds of processor time of the page's main thread so far. */
  processorMs(): Promise<number>
  /** MiB of the page's heap after a garbage collection. */
  heapMib(): Promise<number>
  close(): Promise<void>
}

/** A Chromium with sessions of people of the demonstration organization. */
export class BenchBrowser {
  readonly url: string
  readonly #chromium: TestBrowser
  readonly #probe: string
  readonly #sessions = new Map<string, Session>()

  private constructor(url: string, chromium: TestBrowser, probe: string) {
    this.url = url
    this.#chromium = chromium
    this.#probe = probe
  }

  static async start(url: string): Promise<BenchBrowser> {
    const source = await readFile(new URL('./probe.ts', import.meta.url), 'utf8')
    const { code } = await transformWithEsbuild(source, 'probe.ts', { format: 'iife' })
    return new BenchBrowser(url, await TestBrowser.start(), code)
  }

  /** Opens a tab of a person at an address below the root, such as `/#inbox`. */
  async open(
    person: string,
    path: string,
    onRequest: (request: Request) => void = () => undefined,
  ): Promise<Tab> {
    const { page, context } = await this.#chromium.open({
      storageState: await this.#sessionOf(person),
      viewport: { width: 1280, height: 800 },
      // A first visit has no service worker.
      serviceWorkers: 'block',
    })
    await page.addInitScript(this.#probe)
    page.on('request', onRequest)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(this.url + path)
    return {
      page,
      devtools,
      processorMs: async () => 1000 * (await metric(devtools, 'TaskDuration')),
      heapMib: async () => {
        await devtools.send('HeapProfiler.collectGarbage')
        return (await metric(devtools, 'JSHeapUsedSize')) / 1024 / 1024
      },
      close: () => context.close(),
    }
  }

  /** Opens a page of this origin that runs no script but `probe`. */
  openBare(person: string): Promise<Tab> {
    return this.open(person, '/health/live')
  }

  async #sessionOf(person: string): Promise<Session> {
    const known = this.#sessions.get(person)
    if (known !== undefined) return known
    const { page, context } = await this.#chromium.open({ serviceWorkers: 'block' })
    await page.goto(`${this.url}/login`)
    await page.getByLabel('E-mail address').fill(`${person}@demo.test`)
    await page.getByLabel('Password').fill(DEMONSTRATION_PASSWORD)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('navigation').waitFor()
    // Without data that the client keeps in the browser.
    const session = { cookies: await context.cookies(), origins: [] }
    await context.close()
    this.#sessions.set(person, session)
    return session
  }

  close(): Promise<void> {
    return this.#chromium.close()
  }
}

async function metric(devtools: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === wanted)!.value
}

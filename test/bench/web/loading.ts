import type { Request } from 'playwright-core'
import type { BenchBrowser } from './browser.ts'

const RUNS = 5

export interface Loading {
  /** Milliseconds from the navigation until the first message is painted: medians. */
  readonly milliseconds: number
  /** The same requests by a page without the client. */
  readonly bare: number
  /** Milliseconds of processor time of the page's main thread. */
  readonly processor: number
  /** KiB of compressed script until then. */
  readonly script: number
  readonly requests: number
}

/** Opens an address with an empty cache several times. */
export async function measureLoading(browser: BenchBrowser, person: string, path: string): Promise<Loading> {
  const runs: Loading[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await loadOnce(browser, person, path))
  const middle = (value: (run: Loading) => number) => runs.map(value).sort((a, b) => a - b)[RUNS >> 1]!
  return {
    milliseconds: middle(({ milliseconds }) => milliseconds),
    bare: middle(({ bare }) => bare),
    processor: middle(({ processor }) => processor),
    script: middle(({ script }) => script),
    requests: middle(({ requests }) => requests),
  }
}

async function loadOnce(browser: BenchBrowser, person: string, path: string): Promise<Loading> {
  const requests: Request[] = []
  const tab = await browser.open(person, path, (request) => requests.push(request))
  const milliseconds = await tab.page.evaluate<number>('probe.firstMessage')
  const requestsBefore = requests.length
  const processor = await tab.processorMs()
  const script = (await tab.page.evaluate<number>('probe.scriptBytes()')) / 1024
  await tab.close()
  // In the order in which a page has to fetch them: page, its files, the state, messages.
  const groups: object[][] = [[], [], [], []]
  for (const request of requests) {
    const url = new URL(request.url())
    const stage = url.pathname === '/' ? 0 : url.pathname.startsWith('/static/') ? 1 : stageOf(url.pathname)
    groups[stage]?.push({ method: request.method(), url: url.href, body: request.postData() })
  }
  const empty = await browser.openBare(person)
  const bare = await empty.page.evaluate<number>(`probe.replay(${JSON.stringify(groups)})`)
  await empty.close()
  return { milliseconds, bare, processor, script, requests: requestsBefore }
}

/** Requests that the first message does not need have no stage. */
function stageOf(path: string): number {
  if (path === '/json/register') return 2
  return path === '/json/messages' ? 3 : -1
}

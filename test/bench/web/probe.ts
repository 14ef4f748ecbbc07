/**
 * Measures a page from inside. `browser.ts` injects it before the page's own scripts; the page has it as
 * `probe`. All times are milliseconds, and those that several pages compare are Unix time.
 */

/** Resolves with the time when the current state of the document is painted. */
const painted = (): Promise<number> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      // This task runs after the frame.
      port1.onmessage = () => resolve(performance.now())
      port2.postMessage(undefined)
    })
  })

/** Resolves with the time at which a condition on the document is painted. */
const whenPainted = (isDrawn: () => boolean): Promise<number> =>
  new Promise((resolve) => {
    const check = () => {
      if (!isDrawn()) return
      observer.disconnect()
      resolve(painted())
    }
    const observer = new MutationObserver(check)
    observer.observe(document, { childList: true, subtree: true })
    check()
  })

const list = () => document.querySelector<HTMLElement>('[role="log"]')
const hasMessage = () => list()?.querySelector('article') != null
const absolute = (time: number) => performance.timeOrigin + time

const token = () => /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? ''
const post = async (path: string, fields: Record<string, string>) => {
  const body = new URLSearchParams(fields)
  const answer = await fetch(path, { method: 'POST', body, headers: { 'x-csrftoken': token() } })
  return (await answer.json()) as { queue_id: string; last_event_id: number }
}

interface Replayed {
  readonly method: string
  readonly url: string
  readonly body: string | null
}

interface ScrollResult {
  readonly frames: number
  readonly milliseconds: number
  /** Frames that took longer than two frames of a screen with 60 a second. */
  readonly slow: number
  /** Frames in which a part of the visible list had no messages. */
  readonly blank: number
  readonly messages: number
}

/** The callers that wait for a mark. */
const waiting = new Map<number, () => void>()
const MARK = /mark (\d+)/

const probe = {
  /** Milliseconds from the start of the navigation until the first message is painted. */
  firstMessage: whenPainted(hasMessage),

  /** Compressed bytes of the scripts that were loaded so far. */
  scriptBytes: () =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),

  /** Fetches groups of requests one after the other, and resolves with the time of the last byte. */
  async replay(groups: readonly (readonly Replayed[])[]): Promise<number> {
    const start = performance.now()
    for (const group of groups) {
      await Promise.all(
        group.map(async ({ method, url, body }) => {
          const headers: Record<string, string> =
            body === null
              ? {}
              : { 'x-csrftoken': token(), 'content-type': 'application/x-www-form-urlencoded' }
          await (await fetch(url, { method, headers, ...(body !== null && { body }) })).arrayBuffer()
        }),
      )
    }
    return performance.now() - start
  },

  /** Opens an address and resolves with the milliseconds until another list has painted a message. */
  async open(hash: string): Promise<number> {
    const former = list()
    const start = performance.now()
    location.hash = hash
    return (await whenPainted(() => list() !== former && hasMessage())) - start
  },

  /** When Ctrl+Enter was pressed. */
  sent: [] as number[],
  /** When the messages `mark 0`, `mark 1` and so on were painted. */
  painted: [] as number[],

  whenMarkPainted: (mark: number) =>
    new Promise<void>((resolve) => {
      if (probe.painted[mark]! > 0) resolve()
      else waiting.set(mark, resolve)
    }),

  noteSending(): void {
    addEventListener(
      'keydown',
      ({ key, ctrlKey, timeStamp }) => {
        if (key === 'Enter' && ctrlKey) probe.sent.push(absolute(timeStamp))
      },
      true,
    )
  },

  notePainting(): void {
    const check = () => {
      for (const content of [...document.querySelectorAll('.message-content')].slice(-5)) {
        const mark = MARK.exec(content.textContent)?.[1]
        if (mark !== undefined) notePainted(Number(mark))
      }
    }
    new MutationObserver(check).observe(document, { childList: true, subtree: true })
  },

  /** Registers and listens without the client. Notes when each mark could be painted. */
  async listenBare(): Promise<void> {
    const { queue_id, last_event_id } = await post('/json/register', { event_types: '["message"]' })
    const query = new URLSearchParams({ queue_id, last_event_id: String(last_event_id) })
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/json/events/ws?${query}`)
    socket.onmessage = ({ data }) => {
      const { events = [] } = JSON.parse(data) as {
        events?: { type: string; message?: { content: string } }[]
      }
      for (const { message } of events) {
        const mark = MARK.exec(message?.content ?? '')?.[1]
        if (mark !== undefined) notePainted(Number(mark))
      }
    }
    await new Promise((resolve) => {
      socket.onopen = resolve
    })
  },

  async sendBare(channel: number, topic: string, content: string): Promise<void> {
    probe.sent.push(absolute(performance.now()))
    await post('/json/messages', { type: 'channel', to: String(channel), topic, content })
  },

  /**
   * Scrolls up by this number of pixels a frame until the beginning of the conversation or the time has come.
   */
  scroll(pixels: number, longestMs: number): Promise<ScrollResult> {
    const scroller = list()!
    const seen = new Set<string>()
    const start = performance.now()
    let before = start
    let frames = 0
    let slow = 0
    let blank = 0
    const height = scroller.clientHeight
    // As when a person scrolls, the position changes between two frames, not within one.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      scroller.scrollTop -= pixels
    }
    return new Promise((resolve) => {
      const step = (now: number) => {
        frames++
        if (now - before > 34) slow++
        before = now
        const rows = [...scroller.querySelectorAll<HTMLElement>('article')]
        for (const { dataset } of rows) seen.add(dataset.id!)
        const top = scroller.getBoundingClientRect().top
        const first = rows[0]!.getBoundingClientRect().top - top
        if (first > 60 || rows.at(-1)!.getBoundingClientRect().bottom - top < height - 60) blank++
        const isAtBeginning = scroller.scrollTop === 0 && scroller.querySelector('.beginning') !== null
        const milliseconds = now - start
        if (isAtBeginning || milliseconds > longestMs)
          resolve({ frames, milliseconds, slow, blank, messages: seen.size })
        else {
          port2.postMessage(undefined)
          requestAnimationFrame(step)
        }
      }
      requestAnimationFrame(step)
    })
  },

  /** Replaces the document by this number of copies of the painted messages, in an element that scrolls. */
  makeBareList(count: number): void {
    const rows = [...list()!.querySelectorAll('article')].map((row) => row.outerHTML)
    const scroller = document.createElement('div')
    scroller.setAttribute('role', 'log')
    scroller.style.cssText = 'position: fixed; inset: 0; overflow: auto'
    scroller.innerHTML = Array.from({ length: count }, (_, i) => rows[i % rows.length]).join('')
    document.body.replaceChildren(scroller)
    scroller.scrollTop = scroller.scrollHeight
  },

  /** Milliseconds from each key until the frame that shows it is painted. */
  latencies: [] as number[],

  noteInput(): void {
    addEventListener(
      'keydown',
      async ({ timeStamp }) => void probe.latencies.push((await painted()) - timeStamp),
      true,
    )
  },

  makeBareField(): void {
    document.body.replaceChildren(document.createElement('textarea'))
    document.querySelector('textarea')!.focus()
  },
}

function notePainted(mark: number): void {
  if (mark in probe.painted) return
  probe.painted[mark] = Number.NaN
  void painted().then((time) => {
    probe.painted[mark] = absolute(time)
    waiting.get(mark)?.()
  })
}

Object.assign(globalThis, { probe })

import { GROUPS, type PlotGroup } from './declared-plots.ts'
import { Moments, Refused, SPANS_MS, type SpanName } from './moments.ts'
import { ShownPlot } from './plot.ts'
import { say } from './texts.ts'

const EVERY_MS = 10_000
/** The longest time without figures at the start of a plot that is not shaded. */
const SHORT_SECONDS = 30
const SPANS: readonly (readonly [SpanName, string])[] = [
  ['minutes', 'Last 10 minutes'],
  ['hour', 'Last hour'],
  ['day', 'Last day'],
  ['week', 'Last week'],
]

/** Shows all plots in `place`, and keeps them up to date while the page is visible. */
export async function showPlots(place: HTMLElement): Promise<void> {
  const groups = GROUPS.map((group) => new ShownGroup(group))
  const note = element('p', 'hint')
  note.setAttribute('role', 'status')
  const zone = element('p', 'hint')
  zone.textContent = say('All times are UTC.')
  let moments = new Moments('hour')

  const draw = () => {
    for (const group of groups) group.update(moments)
  }
  const refresh = async () => {
    const asked = moments
    try {
      await asked.refresh()
      if (asked !== moments) return
      note.textContent = noteOf(asked)
      draw()
    } catch (error) {
      if (asked === moments) note.textContent = whyNot(error, asked)
    }
  }
  const choose = (span: SpanName) => {
    moments = new Moments(span)
    void refresh()
  }
  const spans = spanChoice(choose)
  place.replaceChildren(spans, zone, note, ...groups.map((group) => group.element))
  await refresh()
  // The figures of a server that has just been started would be a thin line in an hour.
  const { beginning } = moments
  if (beginning !== undefined && Date.now() - beginning * 1000 < SPANS_MS.minutes)
    spans.querySelector('button')?.click()

  setInterval(() => {
    if (document.visibilityState === 'visible' && !isPaused()) void refresh()
  }, EVERY_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refresh()
  })
  new ResizeObserver(() => {
    for (const group of groups) group.resize()
  }).observe(place)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    for (const group of groups) group.close()
    draw()
  })
}

/** Says when the figures begin, unless they have the whole time of the plots. */
function noteOf({ beginning, span: [from] }: Moments): string {
  if (beginning === undefined) return say('Figures appear here within half a minute.')
  if (beginning - from < SHORT_SECONDS) return ''
  const time = new Date(beginning * 1000).toISOString().slice(0, 16).replace('T', ' ')
  return say('The figures begin at {time}.').replace('{time}', `${time} UTC`)
}

/** Why there are no new figures. */
function whyNot(error: unknown, { isEmpty }: Moments): string {
  const isRedisAway = error instanceof Refused && error.status === 503
  if (isRedisAway && isEmpty)
    return say('Redis does not answer, and has the figures. They appear when it is back.')
  if (isRedisAway) return say('Redis does not answer. These are the last figures.')
  return isEmpty
    ? say('The server does not answer. Figures appear when it does.')
    : say('The server does not answer. These are the last figures.')
}

/** The button "Stop refreshing" of the page is pressed. */
const isPaused = (): boolean => document.getElementById('pause')?.getAttribute('aria-pressed') === 'true'

/** A group of plots. Its plots show one object, for example a queue, where the group has a choice. */
class ShownGroup {
  readonly element = element('section', 'plot-group')
  readonly #group: PlotGroup
  readonly #select: HTMLSelectElement | undefined
  readonly #grid = element('div', 'plot-grid')
  #plots: ShownPlot[] = []
  #moments: Moments | undefined
  #shown: string | undefined

  constructor(group: PlotGroup) {
    this.#group = group
    const title = heading(say(group.title))
    title.id = `plots-${group.title.toLowerCase().replaceAll(' ', '-')}`
    this.element.setAttribute('aria-labelledby', title.id)
    this.element.append(title)
    if (group.chooses !== undefined) {
      this.#select = document.createElement('select')
      this.#select.addEventListener('change', () => this.update(this.#moments!))
      const label = element('label', 'choose')
      label.append(say(group.chooseLabel ?? ''), this.#select)
      this.element.append(label)
    }
    this.element.append(this.#grid)
    this.element.hidden = true
  }

  update(moments: Moments): void {
    this.#moments = moments
    this.element.hidden = false
    const chosen = this.#choose(moments)
    if (chosen !== this.#shown) {
      this.close()
      this.#shown = chosen
      this.#plots = chosen === undefined ? [] : this.#group.plots(chosen).map((plot) => new ShownPlot(plot))
      this.#grid.replaceChildren(...this.#plots.map((plot) => plot.element))
    }
    for (const plot of this.#plots) plot.update(moments)
  }

  resize(): void {
    for (const plot of this.#plots) plot.resize()
  }

  close(): void {
    for (const plot of this.#plots) plot.close()
  }

  /** The chosen object; the first one until another is chosen. Undefined while there is none. */
  #choose(moments: Moments): string | undefined {
    const { chooses } = this.#group
    if (chooses === undefined || this.#select === undefined) return ''
    const objects = moments.objects(chooses)
    const chosen = objects.includes(this.#select.value) ? this.#select.value : objects[0]
    const known = [...this.#select.options].map(({ value }) => value)
    if (known.join('\n') !== objects.join('\n'))
      this.#select.replaceChildren(...objects.map((name) => new Option(name, name, false, name === chosen)))
    if (chosen !== undefined) this.#select.value = chosen
    this.element.hidden = objects.length === 0
    return chosen
  }
}

function spanChoice(choose: (span: SpanName) => void): HTMLElement {
  const group = element('div', 'bar')
  group.setAttribute('role', 'group')
  group.setAttribute('aria-label', say('Time of the plots'))
  for (const [span, label] of SPANS) {
    const button = element('button', 'quiet') as HTMLButtonElement
    button.type = 'button'
    button.textContent = say(label)
    button.setAttribute('aria-pressed', String(span === 'hour'))
    button.addEventListener('click', () => {
      for (const other of group.children) other.setAttribute('aria-pressed', String(other === button))
      choose(span)
    })
    group.append(button)
  }
  return group
}

function heading(text: string): HTMLElement {
  const title = document.createElement('h3')
  title.textContent = text
  return title
}

function element(name: string, className: string): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  return made
}

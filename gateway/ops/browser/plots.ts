import { GROUPS, type PlotGroup } from './declared-plots.ts'
import { type Mark, Moments, type RingName } from './moments.ts'
import { ShownPlot } from './plot.ts'
import { say } from './texts.ts'

const EVERY_MS = 10_000
const RINGS: readonly (readonly [RingName, string])[] = [
  ['hour', 'Last hour'],
  ['day', 'Last day'],
  ['week', 'Last week'],
]

/** Shows all plots in `place`, and keeps them up to date while the page is visible. */
export async function showPlots(place: HTMLElement): Promise<void> {
  const groups = GROUPS.map((group) => new ShownGroup(group))
  const note = element('p', 'hint')
  note.setAttribute('role', 'status')
  const marks = element('ul', 'marks')
  let moments = new Moments('hour')

  const draw = () => {
    for (const group of groups) group.update(moments)
    marks.replaceChildren(...moments.marks.map(markItem).reverse())
  }
  const refresh = async () => {
    const asked = moments
    try {
      await asked.refresh()
      if (asked !== moments) return
      note.textContent = asked.isEmpty ? say('Figures appear here within half a minute.') : ''
      draw()
    } catch {
      note.textContent = say('The server does not answer. These are the last figures.')
    }
  }
  const choose = (ring: RingName) => {
    moments = new Moments(ring)
    void refresh()
  }
  place.replaceChildren(
    ringChoice(choose),
    note,
    ...groups.map((group) => group.element),
    heading(say('Deployments and incidents')),
    marks,
  )
  await refresh()

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
  }

  update(moments: Moments): void {
    this.#moments = moments
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

function ringChoice(choose: (ring: RingName) => void): HTMLElement {
  const group = element('div', 'bar')
  group.setAttribute('role', 'group')
  group.setAttribute('aria-label', say('Time of the plots'))
  for (const [ring, label] of RINGS) {
    const button = element('button', 'quiet') as HTMLButtonElement
    button.type = 'button'
    button.textContent = say(label)
    button.setAttribute('aria-pressed', String(ring === 'hour'))
    button.addEventListener('click', () => {
      for (const other of group.children) other.setAttribute('aria-pressed', String(other === button))
      choose(ring)
    })
    group.append(button)
  }
  return group
}

function markItem({ at, kind, text }: Mark): HTMLElement {
  const item = element('li', kind)
  const time = document.createElement('time')
  time.dateTime = new Date(at).toISOString()
  time.textContent = new Date(at).toLocaleString()
  item.append(
    time,
    ` ${kind === 'deployment' ? say('Version {text} started').replace('{text}', text) : text}`,
  )
  return item
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

import 'uplot/dist/uPlot.min.css'
import uPlot from 'uplot'
import type { Plot } from './declared-plots.ts'
import { format } from './format.ts'
import type { Mark, Moments } from './moments.ts'
import { say } from './texts.ts'

const HEIGHT = 160
/** The colours of incidents, as on their cards. */
const MARK_COLORS = { critical: 'bad', warning: 'accent', notice: 'code-name' } as const
/** Pixels of the canvas: less time without figures is not shaded. */
const MIN_SHADE = 12
/** Steps of an axis of bytes, so that its labels are whole numbers. */
const POWERS_OF_TWO = Array.from({ length: 50 }, (_, power) => 2 ** power)
const together = uPlot.sync('operations')

/** A token of the design as a colour that a canvas takes, in the theme of the page. */
function color(token: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(--${token})`
  probe.hidden = true
  document.body.append(probe)
  const value = getComputedStyle(probe).color
  probe.remove()
  return value
}

/** A plot with its title and the newest values. Its text says the same as its lines. */
export class ShownPlot {
  readonly element = document.createElement('figure')
  readonly #plot: Plot
  readonly #summary = document.createElement('p')
  readonly #canvas = document.createElement('div')
  #shown: uPlot | undefined
  #marks: readonly Mark[] = []
  #beginning: number | undefined

  constructor(plot: Plot) {
    this.#plot = plot
    const title = document.createElement('figcaption')
    title.textContent = say(plot.title)
    this.#canvas.setAttribute('aria-hidden', 'true')
    this.#canvas.className = 'canvas'
    this.#summary.className = 'newest'
    this.element.className = 'plot'
    this.element.append(title, this.#summary, this.#canvas)
  }

  /** Draws the moments. The first time, the element must be in the page. */
  update(moments: Moments): void {
    const { lines, unit, factor = 1 } = this.#plot
    const times = moments.times()
    const values = lines.map(({ series }) => moments.values(series, times, factor))
    this.#marks = moments.marks
    this.#beginning = moments.beginning
    this.#summary.replaceChildren(
      ...lines.map(({ label, color: token }, index) => {
        const known = values[index]!.filter((value) => value !== null)
        const item = document.createElement('span')
        const swatch = document.createElement('i')
        swatch.className = `swatch swatch-${token}`
        const highest = known.length > 0 ? Math.max(...known) : null
        item.append(swatch, `${say(label)} ${format(known.at(-1), unit)}`)
        const most = document.createElement('small')
        most.textContent = ` ${say('highest')} ${format(highest, unit)}`
        item.append(most)
        return item
      }),
    )
    const [from, to] = moments.span
    this.#shown ??= this.#open()
    this.#shown.batch(() => {
      this.#shown!.setData([times, ...values], false)
      this.#shown!.setScale('x', { min: from, max: to })
    })
  }

  resize(): void {
    const width = this.#canvas.clientWidth
    if (width > 0 && width !== this.#shown?.width) this.#shown?.setSize({ width, height: HEIGHT })
  }

  /** Draws the plot anew, in the colours of the present theme. */
  close(): void {
    this.#shown?.destroy()
    this.#shown = undefined
  }

  #open(): uPlot {
    const { lines, unit } = this.#plot
    const axis: uPlot.Axis = {
      stroke: color('soft'),
      grid: { stroke: color('line'), width: 1 },
      ticks: { show: false },
      font: '12px sans-serif',
    }
    return new uPlot(
      {
        width: Math.max(this.#canvas.clientWidth, 200),
        height: HEIGHT,
        legend: { show: false },
        // As on the cards and in the list of incidents.
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
        cursor: { sync: { key: together.key }, drag: { x: false, y: false } },
        scales: {
          y: { range: (_, _min, max) => [0, max > 0 ? max * 1.1 : 1] },
        },
        axes: [
          // Far enough below to stay clear of the label of zero.
          { ...axis, values: '{HH}:{mm}', space: 60, gap: 10, size: 36 },
          {
            ...axis,
            size: 64,
            space: 36,
            ...(unit === 'bytes' && { incrs: POWERS_OF_TWO }),
            values: (_, ticks) => ticks.map((tick) => format(tick, unit)),
          },
        ],
        series: [
          {},
          ...lines.map(({ label, color: token }) => ({
            label,
            stroke: color(token),
            width: 1.5,
            spanGaps: false,
            points: { show: false },
          })),
        ],
        hooks: {
          drawClear: [(shown) => this.#shadeEmptyTime(shown)],
          draw: [(shown) => this.#drawMarks(shown)],
        },
      },
      [[], ...lines.map(() => [])] as unknown as uPlot.AlignedData,
      this.#canvas,
    )
  }

  /** Shades the time before the first figures, with a word where there is room for it. */
  #shadeEmptyTime(shown: uPlot): void {
    const { ctx, bbox, scales } = shown
    if (this.#beginning === undefined || scales.x?.min == null) return
    const end = Math.min(shown.valToPos(this.#beginning, 'x', true), bbox.left + bbox.width)
    const width = end - bbox.left
    if (width < MIN_SHADE) return
    ctx.save()
    ctx.fillStyle = color('code')
    ctx.fillRect(bbox.left, bbox.top, width, bbox.height)
    ctx.fillStyle = color('soft')
    ctx.font = `${12 * uPlot.pxRatio}px sans-serif`
    ctx.textAlign = 'center'
    const text = say('no figures yet')
    if (ctx.measureText(text).width + MIN_SHADE < width)
      ctx.fillText(text, bbox.left + width / 2, bbox.top + bbox.height / 2)
    ctx.restore()
  }

  #drawMarks(shown: uPlot): void {
    const { ctx, bbox } = shown
    const [from, to] = [shown.scales.x!.min ?? 0, shown.scales.x!.max ?? 0]
    ctx.save()
    ctx.lineWidth = 1
    for (const { at, kind, severity = 'critical' } of this.#marks) {
      if (at / 1000 < from || at / 1000 > to) continue
      const x = Math.round(shown.valToPos(at / 1000, 'x', true)) + 0.5
      ctx.strokeStyle = color(kind === 'incident' ? MARK_COLORS[severity] : 'soft')
      ctx.setLineDash(kind === 'incident' ? [] : [4, 4])
      ctx.beginPath()
      ctx.moveTo(x, bbox.top)
      ctx.lineTo(x, bbox.top + bbox.height)
      ctx.stroke()
    }
    ctx.restore()
  }
}

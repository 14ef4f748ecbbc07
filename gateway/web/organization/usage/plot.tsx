import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { useStore } from '../../store/use-store.ts'

const HEIGHT = 200

export interface Line {
  readonly name: string
  /** A token of the design. */
  readonly color: string
  readonly values: readonly (number | null)[]
}

interface PlotProps {
  /** Unix seconds, ascending. */
  readonly times: readonly number[]
  readonly lines: readonly Line[]
  readonly format: (value: number) => string
}

/** A colour of the plot as a canvas takes it, in the theme of the page. */
const colorIn = (figure: Element, token: string): string =>
  getComputedStyle(figure.querySelector(`.swatch.of-${token}`)!).backgroundColor

/** Lines over days. Screen readers get the table beside it instead. */
export default function Plot({ times, lines, format }: PlotProps) {
  const box = useRef<HTMLDivElement>(null)
  const theme = useStore().settings.value.color_scheme
  useEffect(() => {
    const element = box.current!
    let shown: uPlot | undefined
    const draw = () => {
      shown?.destroy()
      shown = new uPlot(
        optionsOf(element, lines, format),
        [times, ...lines.map(({ values }) => values)] as unknown as uPlot.AlignedData,
        element,
      )
    }
    draw()
    const watcher = new ResizeObserver(() => {
      const width = element.clientWidth
      if (shown !== undefined && width > 0 && width !== shown.width) shown.setSize({ width, height: HEIGHT })
    })
    watcher.observe(element)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', draw)
    return () => {
      watcher.disconnect()
      dark.removeEventListener('change', draw)
      shown?.destroy()
    }
  }, [times, lines, theme])
  return (
    <figure class="plot" aria-hidden="true">
      <figcaption>
        {lines.map(({ name, color: token }) => (
          <span key={name}>
            <i class={`swatch of-${token}`} />
            {name}
          </span>
        ))}
        <i class="swatch of-line" hidden />
        <i class="swatch of-soft" hidden />
      </figcaption>
      <div ref={box} />
    </figure>
  )
}

function optionsOf(box: Element, lines: readonly Line[], format: (value: number) => string): uPlot.Options {
  const color = (token: string) => colorIn(box.parentElement!, token)
  // The unit of zero would run into the first day.
  const labelOf = (value: number) => (value === 0 ? '0' : format(value))
  const axis: uPlot.Axis = {
    stroke: color('soft'),
    grid: { stroke: color('line'), width: 1 },
    ticks: { show: false },
    font: '12px sans-serif',
  }
  return {
    width: Math.max(box.clientWidth, 200),
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: { y: { range: (_, _least, most) => [0, most > 0 ? most * 1.1 : 1] } },
    axes: [
      { ...axis, space: 70, values: (_, ticks) => ticks.map(dayOf) },
      { ...axis, size: 64, space: 36, values: (_, ticks) => ticks.map(labelOf) },
    ],
    series: [
      {},
      ...lines.map(({ name, color: token }) => ({
        label: name,
        stroke: color(token),
        width: 2,
        points: { show: lines[0]!.values.length < 15, size: 5, fill: color(token) },
      })),
    ],
  }
}

const DAY = new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const dayOf = (seconds: number): string => DAY.format(seconds * 1000)

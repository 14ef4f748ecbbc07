interface Line {
  readonly level: number
  readonly time: number
  readonly msg?: string
  readonly pid: number
  readonly err?: { readonly message?: string }
}

/**
 * The most warnings and errors that one process wrote in a second, and with one text. `logs`: the lines of
 * each process as JSON.
 */
export function worstSecond(logs: readonly string[]): string {
  let most = 0
  const ofText = new Map<string, { most: number; example: string; all: number }>()
  for (const log of logs) {
    const lines = log.split('\n').flatMap((text) => parsed(text) ?? [])
    const alarming = lines.filter(({ level }) => level >= 40)
    const counts = new Map<string, number>()
    for (const line of alarming) {
      const second = Math.floor(line.time / 1000)
      const add = (key: string) => {
        const count = (counts.get(key) ?? 0) + 1
        counts.set(key, count)
        return count
      }
      most = Math.max(most, add(`${line.pid} ${second}`))
      const text = line.msg ?? ''
      const count = add(`${line.pid} ${second} ${text}`)
      const former = ofText.get(text)
      ofText.set(text, {
        most: Math.max(former?.most ?? 0, count),
        all: (former?.all ?? 0) + 1,
        example: line.err?.message ?? '',
      })
    }
  }
  const texts = [...ofText].map(
    ([text, { most, all, example }]) => `${all} lines, ≤ ${most} a second "${text}" (${example})`,
  )
  return `at most ${most} lines a second: ${texts.join('; ')}`.replaceAll('|', '/').replaceAll('\n', ' ')
}

function parsed(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}

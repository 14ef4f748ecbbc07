import { type Finding, ok, warning, wrong } from './check.ts'

/** Differences from which times in messages look wrong, and from which tickets and signed addresses fail. */
const NOTICEABLE_MS = 2_000
const HARMFUL_MS = 20_000

/** A reading of another machine's clock, all in Unix milliseconds. */
export interface ClockReading {
  readonly asked: number
  readonly answered: number
  readonly theirs: number
}

export async function measureClock(read: () => Promise<number>): Promise<ClockReading> {
  const asked = Date.now()
  const theirs = await read()
  return { asked, theirs, answered: Date.now() }
}

/**
 * Milliseconds by which the other clock is certainly ahead (negative: behind), whenever it was read
 * meanwhile.
 */
export function skewOf({ asked, answered, theirs }: ClockReading): number {
  if (theirs > answered) return theirs - answered
  return theirs < asked ? theirs - asked : 0
}

export function compareClocks(server: string, reading: ClockReading): Finding {
  const skew = skewOf(reading)
  const seconds = (Math.abs(skew) / 1000).toFixed(1)
  if (Math.abs(skew) < NOTICEABLE_MS) return ok(`as this machine's, within ${seconds} s`)
  const found = `${server} is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} this machine`
  const advice = 'synchronize the clocks of all machines (timedatectl set-ntp true)'
  return Math.abs(skew) < HARMFUL_MS ? warning(found, advice) : wrong(found, advice)
}

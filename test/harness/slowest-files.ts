import type { Reporter, TestModule } from 'vitest/node'

/** Number of files that the reporter prints. */
const PRINTED = 10

/** Prints the files whose tests took longest, after a run of more files than it prints. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= PRINTED) return
    const times = modules.map((module) => {
      const { duration, collectDuration } = module.diagnostic()
      return { name: module.relativeModuleId, seconds: (duration + collectDuration) / 1000 }
    })
    const slowest = times.sort((one, other) => other.seconds - one.seconds).slice(0, PRINTED)
    const lines = slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}\n`)
    process.stdout.write(`\nSlowest files:\n${lines.join('')}`)
  }
}

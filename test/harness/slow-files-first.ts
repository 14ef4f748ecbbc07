import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files that run for minutes. */
const SLOW = ['test/chaos/chaos.test.ts', 'test/e2e/tests-on-redis-cluster.test.ts']

/**
 * Runs files in the usual order, which begins with large ones where former durations are unknown. Small files
 * that take minutes come first: as the last ones they would run while other processes have nothing left to
 * do.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.some((name) => moduleId.endsWith(name))
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

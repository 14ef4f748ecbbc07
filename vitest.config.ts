import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { FileOrder } from './test/harness/file-order.ts'
import SlowestFiles from './test/harness/slowest-files.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    reporters: ['default', new SlowestFiles()],
    sequence: { sequencer: FileOrder },
    // Bounds for tests that hang, not for slow ones: a busy machine takes many times as long as an idle one.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    pool: 'forks',
    // One more than processors, because the files wait for some of their time. With three more, two
    // processors were never idle, and all files took as long. A Redis Cluster has one database, which one
    // file at a time can have.
    maxWorkers: process.env.LOQUAT_TEST_REDIS === 'cluster' ? 1 : availableParallelism() + 1,
    // Files share these processes, because loading the modules of the product takes longer than most files. A
    // file keeps nothing in modules: it takes down everything that it sets up.
    isolate: false,
    experimental: { fsModuleCache: true },
  },
})

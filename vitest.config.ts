import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    // Bounds for what hangs, not for what is slow: a busy machine takes many times as long as an idle one.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    pool: 'forks',
    maxWorkers: 3,
    // Each file runs in a process of its own: reading modules that are transformed already saves half of its start.
    experimental: { fsModuleCache: true },
  },
})

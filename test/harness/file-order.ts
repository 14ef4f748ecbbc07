import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Seconds that the slowest files take alone, roughly. Most of them wait for half of their time: for limits of
 * the product, for processes, or for pages.
 */
export const SECONDS: Readonly<Record<string, number>> = {
  'test/chaos/chaos.test.ts': 125,
  'test/e2e/tests-on-redis-cluster.test.ts': 115,
  'test/incidents/redis.test.ts': 110,
  'test/cli/loquat.test.ts': 90,
  'test/gateway/reference/browser.test.ts': 80,
  'test/gateway/reference/schemathesis.test.ts': 80,
  'test/incidents/postgres-load.test.ts': 80,
  'test/gateway/web/drafts.test.ts': 65,
  'test/build/dev.test.ts': 60,
  'test/cli/commands/administer.test.ts': 60,
  'test/gateway/realtime/websocket-load.test.ts': 60,
  'test/incidents/mail.test.ts': 58,
  'test/gateway/web/faults.test.ts': 57,
  'test/incidents/postgres.test.ts': 56,
  'test/gateway/web/settings.test.ts': 45,
  'test/workers/mail/killed-workers.test.ts': 45,
  'test/gateway/web/finding.test.ts': 40,
  'test/gateway/web/logging-in.test.ts': 40,
  'test/gateway/web/tour.test.ts': 40,
  'test/incidents/jobs.test.ts': 40,
  'test/core/content/markdown/bounds.test.ts': 38,
  'test/gateway/pages/browser.test.ts': 38,
  'test/gateway/reference/thrown-errors.test.ts': 38,
  'test/gateway/web/accessibility-overlays.test.ts': 38,
  'test/gateway/web/installed-app.test.ts': 38,
  'test/e2e/postgres-failover.test.ts': 37,
  'test/e2e/redis-groups-tls.test.ts': 36,
  'test/e2e/import-interrupted.test.ts': 33,
  'test/gateway/web/views/links.test.ts': 33,
  'test/gateway/web/person/administering-people.test.ts': 30,
  'test/core/platform/redis/master-connector.test.ts': 30,
  'test/e2e/tus.property.test.ts': 29,
  'test/e2e/tus-js-client.test.ts': 29,
  'test/gateway/web/accessibility.test.ts': 28,
  'test/workers/running/killed.test.ts': 28,
  'test/clients/published.test.ts': 27,
  'test/e2e/replicas.test.ts': 27,
  'test/gateway/web/client/written-types.test.ts': 26,
  'test/workers/outbox.test.ts': 26,
  'test/gateway/realtime/queue-time.test.ts': 22,
}

/** Number of slow files at the beginning. */
const AT_FIRST = 3

/** Number of other files between two slow ones. */
const BETWEEN = 6

/**
 * Runs the slow files among the others: some at first, and then one after every few others, so that
 * processors have work while slow files wait. None of them runs last, beside processes that have nothing left
 * to do.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({ moduleId, project }: TestSpecification) =>
      SECONDS[moduleId.slice(project.config.root.length + 1)] ?? 0
    const slow = files.filter((file) => secondsOf(file) > 0)
    const others = files.filter((file) => secondsOf(file) === 0)
    return mixed(
      slow.toSorted((one, other) => secondsOf(other) - secondsOf(one)),
      await super.sort(others),
    )
  }
}

/** Puts the slow files among the others, each group in its order. */
export function mixed<T>(slow: readonly T[], others: readonly T[]): T[] {
  const later = slow.slice(AT_FIRST)
  const groups = Math.max(later.length, Math.ceil(others.length / BETWEEN))
  return [
    ...slow.slice(0, AT_FIRST),
    ...Array.from({ length: groups }, (_, index) => [
      ...others.slice(index * BETWEEN, (index + 1) * BETWEEN),
      ...later.slice(index, index + 1),
    ]).flat(),
  ]
}

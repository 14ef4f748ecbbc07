/** One line of a plot. */
export interface Line {
  readonly label: string
  readonly series: string
  /** A token of the design. */
  readonly color: string
}

export type Unit = 'number' | 'rate' | 'seconds' | 'share' | 'bytes'

export interface Plot {
  readonly title: string
  readonly unit: Unit
  readonly lines: readonly Line[]
  /** Multiplies each value, for example to show jobs a minute. */
  readonly factor?: number
}

export interface PlotGroup {
  readonly title: string
  /** The plots; of the chosen object, where the group has a choice. */
  plots(chosen: string): readonly Plot[]
  /** Series are named `<chooses>.<object>.<figure>`. The choice lists objects with values. */
  readonly chooses?: 'queue' | 'route'
  readonly chooseLabel?: string
}

const [FIRST, SECOND, THIRD, FOURTH] = ['accent', 'code-name', 'good', 'code-keyword'] as const
const line = (label: string, series: string, color: string = FIRST): Line => ({ label, series, color })

/** Every plot of /ops, in order. */
export const GROUPS: readonly PlotGroup[] = [
  {
    title: 'Traffic',
    plots: () => [
      {
        title: 'Connections',
        unit: 'number',
        lines: [
          line('Long polls', 'connections.polls'),
          line('WebSockets', 'connections.sockets', SECOND),
          line('Uploads', 'connections.uploads', THIRD),
        ],
      },
      { title: 'Messages sent', unit: 'rate', lines: [line('Sent', 'traffic.sends')] },
      { title: 'Events delivered', unit: 'rate', lines: [line('Delivered', 'traffic.deliveries')] },
      { title: 'Requests', unit: 'rate', lines: [line('Requests', 'traffic.requests')] },
      {
        title: 'Response time, without polls',
        unit: 'seconds',
        lines: [line('Median', 'traffic.p50', SECOND), line('99th percentile', 'traffic.p99')],
      },
      { title: 'Answered with 5xx', unit: 'share', lines: [line('Share', 'traffic.errors', 'bad')] },
    ],
  },
  {
    title: 'One route',
    chooses: 'route',
    chooseLabel: 'Route',
    plots: (route) => [
      {
        title: 'Response time of the route',
        unit: 'seconds',
        lines: [line('Median', `route.${route}.p50`, SECOND), line('99th percentile', `route.${route}.p99`)],
      },
      {
        title: 'Requests of the route',
        unit: 'rate',
        lines: [line('Requests', `route.${route}.requests`)],
      },
      {
        title: 'The route answered with 5xx',
        unit: 'share',
        lines: [line('Share', `route.${route}.errors`, 'bad')],
      },
    ],
  },
  {
    title: 'Gateways and workers',
    plots: () => [
      {
        title: 'Event loop delay, 99th percentile',
        unit: 'seconds',
        lines: [line('Gateways', 'gateway.loopSeconds'), line('Workers', 'worker.loopSeconds', SECOND)],
      },
      { title: 'Events behind the log', unit: 'number', lines: [line('Behind', 'log.behind')] },
      {
        title: 'Running processes',
        unit: 'number',
        lines: [line('Gateways', 'process.gateways'), line('Workers', 'process.workers', SECOND)],
      },
    ],
  },
  {
    title: 'One queue',
    chooses: 'queue',
    chooseLabel: 'Queue',
    plots: (queue) => [
      {
        title: 'Jobs in the queue',
        unit: 'number',
        lines: [
          line('Waiting', `queue.${queue}.waiting`),
          line('Active', `queue.${queue}.active`, THIRD),
          line('Delayed', `queue.${queue}.delayed`, SECOND),
          line('Failed', `queue.${queue}.failed`, 'bad'),
        ],
      },
      {
        title: 'Age of the oldest job',
        unit: 'seconds',
        lines: [
          line('Waiting', `queue.${queue}.oldestWaiting`),
          line('Retried', `queue.${queue}.oldestRetried`, SECOND),
        ],
      },
      {
        title: 'Attempts a minute',
        unit: 'number',
        factor: 60,
        lines: [
          line('Done', `queue.${queue}.done`, THIRD),
          line('Retried', `queue.${queue}.retried`, SECOND),
          line('Given up', `queue.${queue}.givenUp`, 'bad'),
        ],
      },
      { title: 'Run time of a job', unit: 'seconds', lines: [line('Mean', `queue.${queue}.seconds`)] },
    ],
  },
  {
    title: 'Servers',
    plots: () => [
      {
        title: 'Answers of Postgres and Redis',
        unit: 'seconds',
        lines: [line('Postgres', 'postgres.seconds'), line('Redis', 'redis.seconds', SECOND)],
      },
      {
        title: 'Connections to Postgres',
        unit: 'number',
        lines: [
          line('Open', 'postgres.connections'),
          line('Allowed', 'postgres.maximum', 'faint'),
          line('Requests that wait', 'postgres.waiting', 'bad'),
        ],
      },
      { title: 'Size of the database', unit: 'bytes', lines: [line('Size', 'postgres.bytes')] },
      {
        title: 'Memory of Redis',
        unit: 'bytes',
        lines: [line('Used', 'redis.bytes'), line('Allowed', 'redis.maximum', 'faint')],
      },
      { title: 'Connections to Redis', unit: 'number', lines: [line('Open', 'redis.connections')] },
      { title: 'Answers of the storage', unit: 'seconds', lines: [line('Mean', 'storage.seconds')] },
      {
        title: 'Storage operations',
        unit: 'rate',
        lines: [line('All', 'storage.operations'), line('Failed', 'storage.failures', 'bad')],
      },
      {
        title: 'Mails a minute',
        unit: 'number',
        factor: 60,
        lines: [
          line('Sent', 'mail.sent', THIRD),
          line('Deferred', 'mail.deferred', SECOND),
          line('Refused', 'mail.refused', 'bad'),
          line('No answer', 'mail.unanswered', FOURTH),
          line('Unreachable', 'mail.unreachable'),
        ],
      },
    ],
  },
]

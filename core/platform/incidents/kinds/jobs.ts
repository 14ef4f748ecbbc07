const UNREADABLE = 'The data of a job of the queue %s is invalid, so the job failed permanently.'
const ONE_UNDONE = 'Its work, such as one mail, is not done. Other jobs go on.'
/** The subject of an unknown job. */
const SUBJECT = /^(?<queue>[\w-]+) \/ (?<job>[\w-]+)$/

/** Jobs and their queues. */
export const JOB_KINDS = {
  'jobs-failed': {
    severity: 'warning',
    lastsSeconds: 15,
    sentence: 'Jobs of the queue %s failed permanently.',
    effect:
      'Their work is not done: for example, mails and notifications have not arrived. Other jobs go on.',
    remedy:
      'Correct the reason, then try the jobs again in the list below. Remove obsolete ones on the page of the queue. They leave this list after a day.',
    cases: [
      {
        reason:
          /\((?<job>[\w-]+)\): .*data of job .* is invalid, as version (?<version>\S+).*; version (?<other>\S+) was started at (?<time>[^;]+)$/s,
        sentence: UNREADABLE,
        effect: ONE_UNDONE,
        remedy:
          'Nothing of Loquat is broken: the data of this one job does not fit version {version}. Version {other}, which was started at {time}, has probably written it. Another attempt with {version} fails in the same way.\n1. If somebody went back from {other}: go forward to {other} again, and try the job again then.\n2. Otherwise remove the job: `/ops/jobs/{subject}/{job}`. Report its reason to the developers of Loquat.',
      },
      {
        reason: /\((?<job>[\w-]+)\): .*data of job .* is invalid, as version (?<version>\S+)/s,
        sentence: UNREADABLE,
        effect: ONE_UNDONE,
        remedy:
          'Nothing of Loquat is broken: the data of this one job, which the reason names, does not fit version {version}. No other version was started here in the last week, so probably somebody, or another program, has written it into the table job_outbox. Another attempt fails in the same way.\n1. Look at the job, and remove it there: `/ops/jobs/{subject}/{job}`.\n2. If nobody writes into this database, report the reason to the developers of Loquat.',
      },
      {
        reason: /\((?<job>[\w-]+)\): /,
        remedy:
          'Correct the reason. Then try the job again, or remove it, there: `/ops/jobs/{subject}/{job}`; all of the queue: `/ops/jobs?queue={subject}`. Failed jobs leave this list after a day.',
      },
    ],
  },
  'job-fails': {
    severity: 'warning',
    lastsSeconds: 660,
    sentence: 'The job %s fails again and again.',
    effect: 'Its work is late. It fails permanently after its last attempt.',
    remedy: 'The reason says what it needs. Correct it; the next attempt comes by itself.',
  },
  'job-crashes': {
    severity: 'warning',
    severities: ['critical'],
    lastsSeconds: 900,
    sentence: 'A worker died while it ran a job of the queue %s.',
    effect: 'Its jobs run again with other workers. None is lost.',
    remedy:
      'Look at the end of the log of the worker, and at `journalctl -k` for the out-of-memory killer. The job is in the queue, under its number. This ends when the job has run.',
    cases: [
      {
        reason: /^job \S+ \((?<job>[\w-]+)\): (?:[2-9]|\d\d+) of at most (?<most>\d+) workers/,
        sentence: 'A job of the queue %s kills its workers.',
        effect:
          'All jobs of these workers run again, late. After {most} workers the job fails permanently, and harms nothing any more.',
        remedy:
          'Look at the job: `/ops/jobs/{subject}/{job}`. Remove it there if it can be done without. The end of the logs of the workers has the stack of a crash: report it. `journalctl -k | grep -i "killed process"` says whether they had too little memory.',
      },
      {
        reason: /^job \S+ \((?<job>[\w-]+)\): 1 of/,
        remedy:
          'Nothing, if somebody has killed the worker: this ends when the job has run (`/ops/jobs/{subject}/{job}`). Otherwise look at the end of the log of the worker, and whether the kernel killed it for memory: `journalctl -k | grep -i "killed process"`.',
      },
    ],
  },
  'job-unknown': {
    severity: 'warning',
    lastsSeconds: 150,
    sentence: 'No worker knows the job %s.',
    effect: 'The job waits for a day, and then fails permanently. Other jobs go on.',
    remedy:
      'A newer version has enqueued it. Finish the deployment, or go forward again after a rollback. Otherwise remove the job from its queue.',
    cases: [
      {
        reason: /^version (?<own>\S+) does not know it; version (?<other>\S+) was started at (?<time>[^;]+)/,
        subject: SUBJECT,
        sentence: 'No worker knows the job %s: version {other} has enqueued it.',
        remedy:
          '1. Look at `/ops/processes`. If some processes have version {other}, its deployment is half done: finish it, so that workers have it too.\n2. If all have {own}, somebody went back from {other}, which was started at {time}. Go forward to {other} again: the job then runs by itself.\n3. If {other} will not come back, remove the job: `/ops/jobs?queue={queue}&state=delayed&name={job}`.',
      },
      {
        reason: /^version (?<own>\S+) does not know it; no other version/,
        subject: SUBJECT,
        sentence: 'No worker knows the job %s, and no other version has run here.',
        remedy:
          'Only version {own} was started here in the last week. Another server that uses the same Postgres has enqueued the job, or somebody did by hand.\n1. Look whether DATABASE_URL of another server, such as one for tests, leads to this database.\n2. Look at the job, and remove it: `/ops/jobs?queue={queue}&state=delayed&name={job}`.',
      },
    ],
  },
  'queue-unserved': {
    severity: 'critical',
    severities: ['warning'],
    lastsSeconds: 15,
    sentence: 'No worker runs the queue %s.',
    effect: 'Its jobs wait.',
    remedy: 'Add it to WORKER_QUEUES of a worker, and restart this worker.',
  },
  'queue-paused': {
    severity: 'notice',
    severities: ['warning'],
    lastsSeconds: 15,
    sentence: 'The queue %s is paused.',
    effect: 'Its jobs wait.',
    remedy: 'Resume it when its reason is gone.',
  },
  'queue-stands': {
    severity: 'warning',
    severities: ['critical'],
    lastsSeconds: 15,
    sentence: 'Jobs of the queue %s wait too long for their turn.',
    effect: 'Its work is late.',
    remedy:
      'Look whether its workers are busy or stuck, and at their logs. More workers, or a larger QUEUE_CONCURRENCY, shorten a long queue.',
  },
  'outbox-late': {
    severity: 'warning',
    severities: ['critical'],
    lastsSeconds: 15,
    sentence: 'Jobs are not handed to their queues.',
    effect: 'Mails, notifications and other work are late.',
    remedy: 'Look whether Redis answers and a worker runs: a worker hands them over.',
  },
} as const

/** Jobs and their queues. */
export const JOB_KINDS = {
  'jobs-failed': {
    severity: 'warning',
    lastsSeconds: 15,
    sentence: 'Jobs of the queue %s failed permanently.',
    effect: 'Their work is not done: mails and notifications have not arrived.',
    remedy:
      'Correct the reason, then try the jobs again in the list below. Remove obsolete ones on the page of the queue. They leave this list after a day.',
    cases: [
      {
        reason: /\((?<job>[\w-]+)\): .*data of job .* is invalid/s,
        remedy:
          'Another attempt fails in the same way: this version cannot read what the job says. Look at it, note the fields that are named, and remove it there: `/ops/jobs/{subject}/{job}`. Report it with both versions. If a version was rolled back, go forward again, and try the job again then.',
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
    severity: 'critical',
    lastsSeconds: 900,
    sentence: 'Workers died while they ran a job of the queue %s.',
    effect:
      'All jobs of these workers run again. A job that kills five workers fails permanently, and harms no others.',
    remedy:
      'Look at the end of the logs of the workers, and at `journalctl -k` for the out-of-memory killer. The job is in the queue, under its number.',
  },
  'job-unknown': {
    severity: 'warning',
    lastsSeconds: 150,
    sentence: 'No worker knows the job %s.',
    effect: 'The job waits, for a day. Other jobs go on.',
    remedy:
      'A newer version has enqueued it. Finish the deployment, or go forward again after a rollback. Otherwise remove the job from its queue.',
    cases: [
      {
        reason: /./,
        subject: /^(?<queue>[\w-]+) \/ (?<job>[\w-]+)$/,
        remedy:
          'Another version of Loquat than the one that runs now has enqueued it: a deployment is half done, or was rolled back. Finish the deployment, or go forward again: the job then runs by itself. If that version will not come back, remove the job: `/ops/jobs?queue={queue}&state=delayed&name={job}`.',
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

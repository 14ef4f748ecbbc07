/** Gateways, workers and their machines. */
export const PROCESS_KINDS = {
  'no-worker': {
    severity: 'critical',
    lastsSeconds: 15,
    sentence: 'No worker is running.',
    effect: 'No mails, notifications, previews and exports. Jobs wait, and none is lost.',
    remedy:
      'Start one: `systemctl start loquat-worker`, or `npm run worker`. Its log says why the last one ended.',
  },
  'process-silent': {
    severity: 'critical',
    lastsSeconds: 15,
    sentence: '%s does not report.',
    effect: 'Its clients or jobs go to other gateways or workers.',
    remedy:
      'Look on its machine whether it runs. `systemctl start loquat-worker@1` and `systemctl start loquat-gateway@9991` start one. The end of its log and `journalctl -k` say why it ended.',
    cases: [
      {
        reason: /is stopped/,
        remedy: 'It is stopped, and goes on with `kill -CONT {pid}`. Find out who stopped it.',
      },
      {
        reason: /event loop stands/,
        remedy:
          'It is stuck. End it with `kill -KILL {pid}`, and its supervisor starts another one. The end of its log has the stack of the blocking code: report it.',
      },
      {
        reason: /does not exist/,
        remedy:
          'It has ended. Start another one: `systemctl start {unit}`, or as you started it. The end of its log and `journalctl -k` say why it ended.',
      },
    ],
  },
  'process-died': {
    severity: 'warning',
    lastsSeconds: 600,
    isMoment: true,
    sentence: '%s ended without being asked. Another one has taken its place.',
    effect: 'Its clients have connected again. Its jobs run again after half a minute.',
    remedy:
      'Look at the end of its log, and at `journalctl -k` for the out-of-memory killer. Report a crash with its stack.',
  },
  'loop-blocked': {
    severity: 'warning',
    lastsSeconds: 300,
    isMoment: true,
    sentence: '%s stood still.',
    effect: 'Nothing that the process serves went on meanwhile.',
    remedy:
      'Nothing, if somebody stopped it or the machine slept. Otherwise look at the processor load and the swapping of its machine. After 30 s its watchdog ends the process, and the log has the stack of the blocking code: report it.',
  },
  'loop-busy': {
    severity: 'warning',
    lastsSeconds: 15,
    sentence: '%s is too busy: its event loop is late.',
    effect: 'Everything that the process serves takes longer.',
    remedy: 'Start another gateway or worker, if the machine has a core for it (docs/scale.md).',
  },
  'log-stalled': {
    severity: 'warning',
    lastsSeconds: 60,
    sentence: 'Nobody reads the log of %s, so lines are left out.',
    effect: 'The product goes on. The lines are lost.',
    remedy:
      'Look at the program that reads standard output: systemd-journald, the log driver of the container, or the pipe. The process logs how many lines were left out when it reads again.',
  },
  'events-behind': {
    severity: 'warning',
    lastsSeconds: 15,
    sentence: '%s is far behind the event log.',
    effect: 'Its clients get messages late.',
    remedy: 'Look at the latency of Redis and at the load of the process.',
  },
  'versions-mixed': {
    severity: 'notice',
    lastsSeconds: 15,
    sentence: 'Processes of several versions are running: %s.',
    effect: 'Nothing, while a deployment runs.',
    remedy: 'Finish the deployment: restart the older processes.',
  },
  'clock-wrong': {
    severity: 'warning',
    lastsSeconds: 60,
    sentence: 'The clock of %s is wrong.',
    effect: 'Times of messages, links that expire, and this page are off.',
    remedy: 'Synchronize the clocks of all machines: `timedatectl set-ntp true`.',
  },
  'organization-noisy': {
    severity: 'notice',
    lastsSeconds: 60,
    sentence: 'An organization uses its whole share of a gateway; its further requests wait.',
    effect: 'Only this organization is slow.',
    remedy:
      'Look in the request log for its host and its busiest user or bot. Ask its owners, lower RATE_LIMIT_USER_PER_MINUTE, or start another gateway.',
  },
} as const

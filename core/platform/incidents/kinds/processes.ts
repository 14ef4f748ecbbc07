const ENDED = '%s has ended without being asked.'

const MACHINE_EFFECT =
  'Everything on it is late: requests, messages and jobs, and Postgres and Redis if they run there.'

/** Gateways, workers and their machines. */
export const PROCESS_KINDS = {
  'no-worker': {
    severity: 'critical',
    lastsSeconds: 15,
    sentence: 'No worker is running.',
    effect: 'No mails, notifications, previews and exports. Jobs wait, and none is lost.',
    remedy:
      'Start one: `systemctl start loquat-worker@1`, or `npm run worker`. Its log says why the last one ended.',
    cases: [
      {
        reason: /in an orderly way/,
        remedy:
          'Somebody, or a script, has stopped it and did not start it again. Start as many as ran before, which the reason counts: `systemctl enable --now loquat-worker@1`, or `npm run worker`; in containers, look at the number of replicas. The reason says when it was stopped; `journalctl -u "loquat-worker@*"` may say by whom.',
      },
    ],
  },
  'process-silent': {
    severity: 'critical',
    severities: ['warning'],
    lastsSeconds: 15,
    sentence: '%s does not report.',
    effect:
      'Its {clients go to other gateways, which have more to do|jobs go to other workers, which have more to do}.',
    remedy:
      'Loquat does not know why. Look on its machine whether it runs: `systemctl status {unit}`. `systemctl start {unit}` starts one. The end of its log (`journalctl -u {unit} -n 50`) and `journalctl -k` say why it ended.',
    cases: [
      {
        reason: /is stopped/,
        sentence: '%s was stopped by a signal (SIGSTOP), and does nothing.',
        effect: 'Its {clients wait, until it goes on or ends|jobs go to other workers}.',
        remedy:
          'Let it go on: `kill -CONT {pid}` on its machine. Then find out who stopped it: somebody by hand, a debugger or a script. Loquat does not.',
      },
      {
        reason: /event loop stands/,
        sentence: '%s hangs: its event loop stands.',
        effect: 'Its {clients wait, until it goes on or ends|jobs go to other workers}.',
        remedy:
          'After 30 s its watchdog ends it; otherwise end it with `kill -KILL {pid}`, and its supervisor starts another one. The end of its log has the stack of the blocking code: report it.',
      },
      {
        reason: /systemd keeps it as (?<service>\S+?\.service)/,
        sentence: ENDED,
        remedy:
          'Its unit starts again within seconds, unless it fails at once. `systemctl status {service}` says how it ended (code and signal), `journalctl -u {service} -n 50` its last lines, and `journalctl -k` whether the kernel killed it for memory. If it stays away: `systemctl restart {service}`.',
      },
      {
        reason: /its container/,
        sentence: ENDED,
        remedy:
          'The container engine starts it again, if its restart policy says so. `docker inspect` or `kubectl describe pod` says how it ended (exit code 137: killed, usually for memory), and `docker logs` or `kubectl logs --previous` its last lines.',
      },
      {
        reason: /npm start starts it again/,
        sentence: ENDED,
        remedy:
          'The supervisor (`npm start`) starts it again within ten seconds, and prints how it ended (exit code or signal). If it stays away, look at these lines, at the end of its log, and at `journalctl -k | grep -i "killed process"`.',
      },
      {
        reason: /nothing starts it again/,
        sentence: ENDED,
        remedy: `1. Start it again on its machine, as you started it: {\`PORT={port} npm run gateway\`|\`npm run worker\`}, or better with \`systemctl enable --now {unit}\`, which also starts it after its next end.
2. Loquat does not know why it ended. Read the end of its log: it is where its standard output went, such as a terminal or a file.
3. If the log gives no reason, somebody or the kernel killed it. \`journalctl -k | grep -i "killed process"\` shows whether the kernel did, for memory.`,
      },
      {
        reason: /does not exist/,
        sentence: ENDED,
        remedy:
          'It has ended, and Loquat does not know why. Start another one: `systemctl start {unit}`, or as you started it. The end of its log (`journalctl -u {unit} -n 50`, or where its standard output went) and `journalctl -k` say why it ended.',
      },
    ],
  },
  'process-died': {
    severity: 'warning',
    lastsSeconds: 600,
    isMoment: true,
    sentence: '%s ended without being asked. Another one has started.',
    effect: 'Its {clients have connected again|jobs run again after half a minute}.',
    remedy:
      'Look at the end of its log, and at `journalctl -k` for the out-of-memory killer. Report a crash with its stack.',
    cases: [
      {
        reason: /systemd keeps it as (?<service>\S+?\.service)/,
        remedy:
          'Nothing now: systemd has started it again. `journalctl -u {service} -n 100` says how it ended (code and signal) and its last lines, `journalctl -k` whether the kernel killed it for memory. Report a crash with its stack.',
      },
    ],
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
  'machine-busy': {
    severity: 'warning',
    severities: ['critical'],
    lastsSeconds: 15,
    sentence: 'The machine %s is overloaded: all of its processors are in use.',
    effect: MACHINE_EFFECT,
    remedy: 'Look what uses its processors: `top`. Stop it, or give the machine more processors.',
    cases: [
      {
        reason: /mostly by other programs.*the busiest/,
        sentence: 'The machine %s is overloaded by other programs than Loquat.',
        remedy: `1. The reason names the programs that use most; \`top\` on {subject} shows them too. Stop them, let them run at another time, or give them less: \`renice 19 -p PID\`.
2. If they must run: move Loquat, or them, to another machine. If they are postgres or redis-server, these do work for Loquat: give them a machine of their own (docs/scale.md).`,
      },
      {
        reason: /mostly by other programs/,
        sentence: 'The machine %s is overloaded by other programs than Loquat.',
        remedy: `1. Look which programs use most: \`top\` on {subject}. Stop them, let them run at another time, or give them less: \`renice 19 -p PID\`.
2. If they must run: move Loquat, or them, to another machine. If they are postgres or redis-server, these do work for Loquat: give them a machine of their own (docs/scale.md).`,
      },
      {
        reason: /mostly by Loquat/,
        sentence: 'The machine %s is too small for the work of Loquat on it.',
        remedy: `1. Look whether one organization causes the work, and limit it: \`/ops/organizations\`.
2. Otherwise give the machine more processors, or move gateways or workers to another machine (docs/scale.md).`,
      },
    ],
  },
  'loop-busy': {
    severity: 'warning',
    severities: ['critical'],
    lastsSeconds: 15,
    sentence: '%s is too busy: its event loop is late.',
    effect: 'Everything that the process serves takes longer.',
    remedy: 'Start another {gateway|worker}, if the machine has a core for it (docs/scale.md).',
  },
  'log-stalled': {
    severity: 'warning',
    lastsSeconds: 60,
    sentence: '%s leaves lines of its log out, because nobody reads it.',
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

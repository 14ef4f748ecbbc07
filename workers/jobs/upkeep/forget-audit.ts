import type { RuntimeConfig } from '../../../config/environment.ts'
import { forgetAudit } from '../../../core/state/audit/forget.ts'
import { defineJob } from '../../running/define-job.ts'

/** Deletes entries of the audit log that are older than AUDIT_LOG_DAYS. */
export const forgetAuditJob = ({ auditLogDays }: Pick<RuntimeConfig, 'auditLogDays'>) =>
  defineJob({
    queue: 'upkeep',
    name: 'forget-audit',
    schedule: { everyMs: 3_600_000 },
    run: async ({ core, log }) => {
      const forgotten = await forgetAudit(core.db, auditLogDays)
      if (forgotten > 0) log.info({ forgotten }, 'deleted old entries of the audit log')
    },
  })

import type { AuditTexts } from '../../model/audit-texts.ts'
import { inLanguage } from '../../texts/in-language.ts'

const { audit } = await inLanguage<typeof import('../../texts/en/audit.ts')>(
  import.meta.glob('../../texts/*/audit.ts'),
)

/** The texts of the audit log in the page's language. */
export const auditTexts: AuditTexts = audit

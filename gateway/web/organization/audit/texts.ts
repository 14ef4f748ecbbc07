import { inLanguage } from '../../texts/in-language.ts'

/** The texts of the audit log in the page's language. */
export const { audit: auditTexts } = await inLanguage<typeof import('../../texts/en/audit.ts')>(
  import.meta.glob('../../texts/*/audit.ts'),
)

import { z } from 'zod'
import type { UserId } from '../../platform/ids.ts'

export const userId = z.int() as unknown as z.ZodType<UserId, number>

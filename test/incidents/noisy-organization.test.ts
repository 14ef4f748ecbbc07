import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRealm } from '../../core/organization/settings/create.ts'
import { OPERATOR, untilGone, untilShown } from '../harness/incidents.ts'
import { World } from '../harness/world.ts'

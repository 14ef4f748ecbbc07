import { MikroORM } from '@mikro-orm/postgresql'
import { expect, test } from 'vitest'
import { ENTITIES } from '../../../../core/entities.ts'
import { ormOptions } from '../../../../core/platform/db/orm.ts'
import { MERGE_RULES } from '../../../../core/transfer/merging/rules.ts'

/** Columns without a foreign key whose names say that they hold accounts. */
const NAMED = /(^|_)(user|sender|owner|creator|author|person|inviter|participant|recipient|bot)_ids?$/

test('every column that refers to an account has a rule for merges', async () => {
  const orm = await MikroORM.init({
    ...ormOptions({ url: 'postgres://nowhere/nothing', poolSize: 1, entities: ENTITIES }),
    connect: false,
  })
  const places = Object.values(orm.getMetadata().getAll()).flatMap((meta) =>
    meta.props.flatMap(({ fieldNames, targetMeta }) => {
      const [column = ''] = fieldNames ?? []
      const isReference = targetMeta?.tableName === 'user_account'
      return isReference || NAMED.test(column) ? [`${meta.tableName}.${column}`] : []
    }),
  )
  await orm.close()
  expect(places.length).toBeGreaterThan(40)
  expect(places.toSorted()).toEqual(Object.keys(MERGE_RULES).toSorted())
})

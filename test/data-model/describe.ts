import type { EntityMetadata, EntityProperty } from '@mikro-orm/core'
import { MikroORM } from '@mikro-orm/postgresql'
import { ENTITIES_BY_MODULE } from '../../core/entities.ts'
import { ormOptions } from '../../core/platform/db/orm.ts'

/**
 * The content of docs/data-model.md: every table by the module that owns it, and a picture for each module.
 */
export async function describeDataModel(): Promise<string> {
  const entities = Object.values(ENTITIES_BY_MODULE).flat()
  const orm = await MikroORM.init({
    ...ormOptions({ url: 'postgres://nowhere/nothing', poolSize: 1, entities }),
    connect: false,
  })
  const modules = Object.entries(ENTITIES_BY_MODULE).map(([name, owned]) => ({
    name,
    tables: owned.map((entity) => orm.getMetadata().get<object>(entity.meta.className)),
  }))
  return `${[HEAD, contents(modules), ...modules.map(describeModule)].join('\n\n')}\n`
}

interface Module {
  readonly name: string
  readonly tables: readonly EntityMetadata<object>[]
}

const HEAD = `# Data model

Every table of the database, by the module of \`core\` that owns it. \`npm run data-model\` makes this file from the
entities, which are beside their concepts in \`core\` (\`entity.ts\`, \`entities.ts\`); a test compares it with them.
The pictures leave out references to \`realm\`: almost every row belongs to an organization.`

const contents = (modules: readonly Module[]): string =>
  modules
    .map(({ name, tables }) => {
      const links = tables.map((table) => `[${table.tableName}](#${table.tableName})`)
      return `- [${name}](#module-${name}): ${links.join(', ')}`
    })
    .join('\n')

const describeModule = ({ name, tables }: Module): string =>
  [`## Module ${name}`, picture(tables), ...tables.map(describeTable)].join('\n\n')

function picture(tables: readonly EntityMetadata<object>[]): string {
  const lines = tables.flatMap((table) => {
    const references = table.props.filter(isReference).filter((prop) => targetOf(prop) !== 'realm')
    return [table.tableName, ...references.map((reference) => edge(table, reference))]
  })
  return ['```mermaid', 'erDiagram', ...lines.map((line) => `    ${line}`), '```'].join('\n')
}

function edge(table: EntityMetadata<object>, reference: EntityProperty<object>): string {
  const isOnlyKey = reference.primary && table.primaryKeys.length === 1
  const one = reference.nullable ? '|o' : '||'
  return `${targetOf(reference)} ${one}--${isOnlyKey ? 'o|' : 'o{'} ${table.tableName} : ${columnOf(reference)}`
}

function describeTable(table: EntityMetadata<object>): string {
  const rows = table.props.map(
    (column) =>
      `| \`${columnOf(column)}\` | ${typeOf(table, column)} | ${escapeCell(column.comment ?? '')} |`,
  )
  return [
    `### ${table.tableName}`,
    table.comment ?? '',
    ['| column | type | meaning |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n')
}

function typeOf(table: EntityMetadata<object>, column: EntityProperty<object>): string {
  const parts = [
    column.columnTypes[0]!.replace(/^timestamptz\(6\)$/, 'timestamptz').replace(/^int$/, 'integer'),
    column.autoincrement && 'generated',
    column.items?.map((item) => `\`${item}\``).join(' or '),
    column.primary && (table.primaryKeys.length === 1 ? 'primary key' : 'part of the primary key'),
    column.unique && 'unique',
    column.nullable && 'may be null',
    column.defaultRaw !== undefined && `default \`${column.defaultRaw}\``,
    isReference(column) && `refers to [${targetOf(column)}](#${targetOf(column)})`,
  ]
  return escapeCell(parts.filter((part) => typeof part === 'string').join(', '))
}

const isReference = (column: EntityProperty<object>): boolean => column.kind === 'm:1'
const columnOf = (column: EntityProperty<object>): string => column.fieldNames[0]!
const targetOf = (reference: EntityProperty<object>): string => reference.targetMeta!.tableName
const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

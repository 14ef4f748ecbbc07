import { Command } from 'commander'
import { CREATION_LINK_DAYS, CreationLinks } from '../../core/organization/settings/creation-link.ts'
import { operate, say } from '../operator.ts'

export const creationLink = new Command('creation-link')
  .description(
    `print a link by which somebody creates an organization, once, within ${CREATION_LINK_DAYS} days`,
  )
  .action(() =>
    operate(async ({ core, config }) => {
      const token = await new CreationLinks(core.redis, config.secretKey).issue()
      say(`${config.rootUrl}/new/${token}`)
    }),
  )

import { Command } from 'commander'
import { CREATION_LINK_DAYS, CreationLinks } from '../../core/organization/settings/creation-link.ts'
import { operate, print } from '../operator/operator.ts'

export const creationLink = new Command('creation-link')
  .description(`print a link that creates one organization; it expires after ${CREATION_LINK_DAYS} days`)
  .action(() =>
    operate(async ({ core, config }) => {
      const token = await new CreationLinks(core.redis, config.secretKey).issue()
      print(`${config.rootUrl}/new/${token}`)
    }),
  )

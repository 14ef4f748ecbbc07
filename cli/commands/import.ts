import { Command } from 'commander'
import { ThreadedCheck } from '../../core/transfer/imports/threaded-check.ts'

type Options = { subdomain?: string; host?: string; abandon?: true }

export const importCommand = new Command('import')
  .description(
    'create an organization from an export; run again after an interruption, it continues where it stopped',
  )
  .argument(
    '<file>',
    'an archive written by export or by an administrator; import only archives that you trust',
  )
  .option(
    '--subdomain <label>',
    'subdomain under the host of ROOT_URL; default: the subdomain of the exported organization',
  )
  .option('--host <host>', 'an additional host name for the organization')
  .option('--abandon', 'delete what an interrupted import of this file has stored')
  .action(async (file: string, { subdomain, host, abandon }: Options) => {
    // Reads the archive while this thread loads the rest, and prepares the database.
    const check = abandon ? undefined : new ThreadedCheck(file)
    try {
      const { abandonArchive, importArchive } = await import('../operator/import-archive.ts')
      await (check === undefined
        ? abandonArchive(file)
        : importArchive(file, { subdomain, customHost: host, verify: check.verify }))
    } finally {
      await check?.stop()
    }
  })

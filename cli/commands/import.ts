import { setFlagsFromString } from 'node:v8'
import { Command, Option } from 'commander'
import { ConfigError } from '../../config/error.ts'
import { ThreadedCheck } from '../../core/transfer/imports/threaded-check.ts'

type Options = {
  from?: string
  subdomain?: string
  host?: string
  url?: string
  owner?: string
  team?: string[]
  tokenFile?: string
  check?: true
  abandon?: true
}

/** Options that an archive of our own does not use. */
const OF_OTHERS = [
  ['url', '--url'],
  ['owner', '--owner'],
  ['team', '--team'],
  ['tokenFile', '--token-file'],
] as const

export const importCommand = new Command('import')
  .description(
    'create an organization from an export of Loquat or of another product; run again after an interruption, it continues where it stopped',
  )
  .argument(
    '<file>',
    'an archive written by export or by an administrator, or by another product, or the folder of one that is unpacked; import only archives that you trust',
  )
  // The names of the folders in core/transfer/imports/from, which are not loaded for the help.
  .addOption(
    new Option('--from <product>', 'the product that wrote the archive; default: it is recognized').choices([
      'loquat',
      'zulip',
      'slack',
      'mattermost',
      'rocketchat',
    ]),
  )
  .option(
    '--subdomain <label>',
    'subdomain under the host of ROOT_URL; default: the subdomain of the exported organization',
  )
  .option('--host <host>', 'an additional host name for the organization')
  .option('--url <address>', 'the address of the former server, which links in messages begin with')
  .option('--owner <address>', 'the e-mail address of the person who becomes an owner')
  .option('--team <name...>', 'the teams to import from an archive of Mattermost; default: all')
  .option(
    '--token-file <path>',
    'a file with a token of an app of Slack, with which files, avatars and custom emoji are fetched, or of the export (xoxe-…), for files and avatars; default: messages link them',
  )
  .option('--check', 'read everything and print what would be imported, but store nothing')
  .option('--abandon', 'delete what an interrupted import of this file has stored')
  .action(async (file: string, { check: checkOnly, abandon, host, ...options }: Options) => {
    // The heap grows to twice what it holds, and not to four times: a large archive takes a fifth less
    // memory.
    setFlagsFromString('--heap-growing-percent=100')
    const { beginsAsOurOwn } = await import('../../core/transfer/imports/from/loquat/reader.ts')
    const isOurOwn = options.from === 'loquat' || (options.from === undefined && (await beginsAsOurOwn(file)))
    if (!isOurOwn || checkOnly) {
      const { abandonMoveIn, importFromOther } = await import('../operator/move-in.ts')
      await (abandon
        ? abandonMoveIn(file, options)
        : importFromOther(file, { ...options, customHost: host, isCheckOnly: checkOnly === true }))
      return
    }
    for (const [option, flag] of OF_OTHERS)
      if (options[option] !== undefined)
        throw new ConfigError(`${flag} is for archives of other products; this is one of Loquat`)
    // Reads the archive while this thread loads the rest, and prepares the database.
    const check = abandon ? undefined : new ThreadedCheck(file)
    try {
      const { abandonArchive, importArchive } = await import('../operator/import-archive.ts')
      await (check === undefined
        ? abandonArchive(file)
        : importArchive(file, { subdomain: options.subdomain, customHost: host, verify: check.verify }))
    } finally {
      await check?.stop()
    }
  })

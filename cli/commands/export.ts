import { rmSync } from 'node:fs'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Command } from 'commander'
import { ConfigError } from '../../config/error.ts'
import { realmUrl } from '../../core/state/realm/address.ts'
import { storeArchive } from '../../core/transfer/exports/archive/store.ts'
import { openIfExists } from '../../storage/open-if-exists.ts'
import { openStorage } from '../../storage/open-storage.ts'
import { findRealm } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { realmOption } from '../operator/options.ts'
import { ProgressDisplay } from '../operator/progress.ts'

export const exportRealm = new Command('export')
  .description(
    'write an organization to a file, password hashes included: protect the file like the database',
  )
  .argument('<file>', 'the file to write; it must not exist yet')
  .addOption(realmOption())
  .action((file: string, { realm: name }: { realm?: string }) =>
    operate(async ({ core, config }) => {
      if (file === '') throw new ConfigError('The name of the file must not be empty')
      const realm = await findRealm(core, name)
      if (await stat(file).catch(() => undefined)) throw new ConfigError(`${file} already exists`)
      // The file gets its name once it is complete.
      const draft = `${file}.part`
      const storage = await openStorage(config)
      const handle = await create(draft, file)
      const progress = new ProgressDisplay()
      const stopWatching = removeWhenStopped(draft)
      try {
        await storeArchive(
          core,
          {
            realm: {
              id: realm.id,
              subdomain: realm.record.subdomain,
              url: realmUrl(realm.record, config.rootUrl),
            },
            open: (key) => openIfExists(storage, key),
            onProgress: ({ done, total }) => progress.show('exporting', done, total),
          },
          { kind: 'full' },
          (archive) => pipeline(archive, handle.createWriteStream({ flush: true })),
        )
        await rename(draft, file)
      } catch (error) {
        await rm(draft, { force: true })
        throw explained(error, file)
      } finally {
        stopWatching()
        await handle.close()
        progress.end()
        storage.close()
      }
      print(`Exported ${realm.record.settings.name} to ${file}`)
    }),
  )

/**
 * Creates the draft of a file, which only this process writes. Throws a `ConfigError` when it exists or
 * cannot be created.
 */
async function create(draft: string, file: string): Promise<FileHandle> {
  try {
    return await open(draft, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw explained(error, file)
    throw new ConfigError(`${draft} exists: another export writes it, or one was killed; then remove it`)
  }
}

const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const

/** Removes a file and ends the process when a signal stops it. Returns a function that ends this. */
function removeWhenStopped(file: string): () => void {
  const stop = (signal: NodeJS.Signals) => {
    rmSync(file, { force: true })
    process.exit(128 + SIGNALS[signal as keyof typeof SIGNALS])
  }
  for (const signal of Object.keys(SIGNALS)) process.on(signal, stop)
  return () => {
    for (const signal of Object.keys(SIGNALS)) process.off(signal, stop)
  }
}

/** Turns an error of the file system into a `ConfigError`. */
function explained(error: unknown, file: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  return syscall === undefined ? error : new ConfigError(`${file} cannot be written (${code})`)
}

// Imported before a gateway: every write of a stream to a file takes DISK_DELAY_MS longer.
import fs from 'node:fs'

const delay = Number(process.env.DISK_DELAY_MS)
const { _write } = fs.WriteStream.prototype
fs.WriteStream.prototype._write = function (chunk, encoding, done) {
  setTimeout(() => _write.call(this, chunk, encoding, done), delay)
}
fs.WriteStream.prototype._writev = undefined

// Delays every write of a stream to a file by DISK_DELAY_MS. A test imports it before a gateway.
import fs from 'node:fs'

const delay = Number(process.env.DISK_DELAY_MS)
const { _write } = fs.WriteStream.prototype
fs.WriteStream.prototype._write = function (chunk, encoding, done) {
  setTimeout(() => _write.call(this, chunk, encoding, done), delay)
}
fs.WriteStream.prototype._writev = undefined

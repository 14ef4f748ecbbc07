import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countFrames } from '../../../storage/images/count-frames.ts'
import { animatedPng, solidPicture } from '../../harness/pictures.ts'

const fixture = (name: string) => readFile(new URL(`../../fixtures/${name}`, import.meta.url))

test('counts the frames of animations that libvips reads as one image', async () => {
  expect(countFrames('avif', await fixture('moving.avif'))).toBe(6)
  expect(countFrames('png', await animatedPng(7))).toBe(7)
  expect(countFrames('png', await animatedPng(2 ** 32 - 1))).toBe(2 ** 31 - 1)
})

test('finds one frame in still images and other formats', async () => {
  expect(countFrames('png', await solidPicture().png().toBuffer())).toBe(1)
  expect(countFrames('avif', await solidPicture().avif({ effort: 0 }).toBuffer())).toBe(1)
  expect(countFrames('heic', await fixture('rose.heic'))).toBe(1)
  expect(countFrames('tiff', await animatedPng(2))).toBe(1)
})

test('reads files that are not whole, and any bytes', async () => {
  const whole = [await fixture('moving.avif'), await animatedPng(2)]
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(1_300), fc.boolean(), (noise, length, isPng) => {
      const start = whole[Number(isPng)]!.subarray(0, length)
      const count = countFrames(isPng ? 'png' : 'avif', Buffer.concat([start, noise]))
      expect(count).toBeGreaterThanOrEqual(1)
    }),
  )
})

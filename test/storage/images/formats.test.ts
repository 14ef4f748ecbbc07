import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it, test } from 'vitest'
import { decodeBmp } from '../../../storage/images/bmp.ts'
import { ImageError } from '../../../storage/images/picture.ts'
import { makeThumbnails, readFacts } from '../../../storage/images/thumbnails.ts'
import { bmpOf } from '../../harness/pictures.ts'

const fixture = (name: string) => readFile(new URL(`../../fixtures/${name}`, import.meta.url))
const palette = [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 9, 9, 9, 0]
const red = [255, 0, 0, 255]
const green = [0, 255, 0, 255]
const blue = [0, 0, 255, 255]
/** Two pixels above two: red and green above blue and red. */
const expected = [...red, ...green, ...blue, ...red]

describe('a BMP file', () => {
  const masks = [0xff000000, 0xff0000, 0xff00, 0xff]
  const below24 = [255, 0, 0, 0, 0, 255, 0, 0]
  const above24 = [0, 0, 255, 0, 255, 0, 0, 0]
  const bytes32 = [255, 0, 0, 7, 0, 0, 255, 7, 0, 0, 255, 7, 0, 255, 0, 7]
  it.each<[string, Buffer]>([
    ['of 24 bits', bmpOf(2, 2, 24, [...below24, ...above24])],
    ['from the top', bmpOf(2, -2, 24, [...above24, ...below24])],
    ['of 32 bits', bmpOf(2, 2, 32, bytes32)],
    ['of 16 bits', bmpOf(2, 2, 16, [0x1f, 0, 0, 0x7c, 0, 0x7c, 0xe0, 3])],
    [
      'of 16 bits with masks',
      bmpOf(2, 2, 16, [0x1f, 0, 0, 0xf8, 0, 0xf8, 0xe0, 7], { compression: 3, masks: [0xf800, 0x7e0, 0x1f] }),
    ],
    [
      'of 32 bits with masks',
      bmpOf(2, 2, 32, [255, 255, 0, 0, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 255, 0], {
        compression: 6,
        masks,
      }),
    ],
    [
      'of version 5',
      bmpOf(2, 2, 32, [255, 255, 0, 0, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 255, 0], {
        compression: 3,
        masks,
        headerSize: 124,
      }),
    ],
    ['of 8 bits', bmpOf(2, 2, 8, [2, 0, 0, 0, 0, 1, 0, 0], { palette })],
    ['of 4 bits', bmpOf(2, 2, 4, [0x20, 0, 0, 0, 0x01, 0, 0, 0], { palette })],
    [
      'of the oldest version',
      bmpOf(2, 2, 8, [2, 0, 0, 0, 0, 1, 0, 0], {
        headerSize: 12,
        palette: [0, 0, 255, 0, 255, 0, 255, 0, 0],
      }),
    ],
    ['of runs', bmpOf(2, 2, 8, [1, 2, 1, 0, 0, 0, 1, 0, 1, 1, 0, 1], { palette, compression: 1 })],
    ['of runs of 4 bits', bmpOf(2, 2, 4, [2, 0x20, 0, 0, 2, 0x01, 0, 1], { palette, compression: 2 })],
  ])('%s is decoded', async (_, bytes) => {
    expect([...decodeBmp(bytes).data]).toEqual(expected)
    expect(await readFacts(bytes)).toEqual({ contentType: 'image/bmp', width: 2, height: 2, frames: 1 })
    const [still, ...others] = await makeThumbnails(bytes)
    expect(others).toEqual([])
    expect(await sharp(Buffer.from(still!.bytes)).metadata()).toMatchObject({
      format: 'webp',
      width: 2,
      height: 2,
    })
  })

  it.each<[string, Buffer]>([
    ['without its end', bmpOf(2, 2, 24, below24)],
    ['of runs without an end', bmpOf(2, 2, 8, [1, 2, 1, 0], { palette, compression: 1 })],
    ['with a JPEG in it', bmpOf(2, 2, 24, below24, { compression: 4 })],
    ['of no width', bmpOf(0, 2, 24, below24)],
    ['of only its first bytes', bmpOf(2, 2, 24, below24).subarray(0, 20)],
    ['too wide', bmpOf(20_000, 1, 1, [])],
    ['of too many pixels', bmpOf(10_000, 10_000, 1, [])],
    ['of the smallest height', bmpOf(2, -2147483648, 24, [])],
  ])('%s is refused', async (_, bytes) => {
    await expect(makeThumbnails(bytes)).rejects.toThrow(ImageError)
  })

  test('of any bytes is decoded or refused, in time that its size bounds', async () => {
    const some = fc.record({
      bits: fc.constantFrom(1, 4, 8, 16, 24, 32),
      compression: fc.nat(7),
      height: fc.integer({ min: -64, max: 64 }),
      pixels: fc.array(fc.nat(255), { maxLength: 300 }),
    })
    fc.assert(
      fc.property(some, ({ bits, compression, height, pixels }) => {
        const bytes = bmpOf(64, height, bits, pixels, { compression, palette })
        try {
          expect(decodeBmp(bytes).data.length).toBe(64 * Math.abs(height) * 4)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('HEIC and AVIF', () => {
  const colours = async (bytes: Uint8Array) => {
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)]
    return { at, width: info.width, height: info.height }
  }
  const isNear = (colour: number[], wanted: number[]) =>
    colour.every((part, index) => Math.abs(part - wanted[index]!) < 40)

  it('show a photograph upright, with a full-size version', async () => {
    expect(await readFacts(await fixture('rose.heic'))).toEqual({
      contentType: 'image/heic',
      width: 200,
      height: 100,
      frames: 1,
    })
    const versions = await makeThumbnails(await fixture('rose.heic'))
    expect(versions.map(({ format }) => format.name)).toEqual(['840x560.webp', '4032x3024.webp'])
    for (const { bytes } of versions) {
      const { at, ...size } = await colours(bytes)
      expect(size).toEqual({ width: 200, height: 100 })
      expect(isNear(at(20, 20), [20, 200, 40])).toBe(true)
      expect(isNear(at(180, 80), [20, 40, 220])).toBe(true)
      expect(isNear(at(180, 20), [200, 30, 60])).toBe(true)
    }
  })

  it('turn a photograph that was taken on its side', async () => {
    expect(await readFacts(await fixture('turned.heic'))).toMatchObject({ width: 100, height: 200 })
    const [still] = await makeThumbnails(await fixture('turned.heic'))
    const { at, ...size } = await colours(still!.bytes)
    expect(size).toEqual({ width: 100, height: 200 })
    expect(isNear(at(80, 20), [20, 200, 40])).toBe(true)
  })

  it.each(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])(
    'read the brand %s',
    async (brand) => {
      const bytes = await fixture('rose.heic')
      bytes.write(brand, 8, 'latin1')
      expect(await readFacts(bytes)).toMatchObject({ contentType: 'image/heic', width: 200 })
      expect((await makeThumbnails(bytes)).length).toBe(2)
    },
  )

  it('show the first image of a moving AVIF, and no moving version', async () => {
    const bytes = await fixture('moving.avif')
    expect(await readFacts(bytes)).toEqual({ contentType: 'image/avif', width: 80, height: 40, frames: 6 })
    const versions = await makeThumbnails(bytes)
    expect(versions.map(({ format }) => format.name)).toEqual(['840x560.webp'])
  })

  it('refuse half a file', async () => {
    for (const name of ['rose.heic', 'moving.avif']) {
      const bytes = await fixture(name)
      await expect(makeThumbnails(bytes.subarray(0, 100))).rejects.toThrow(ImageError)
    }
    const heic = await fixture('rose.heic')
    await expect(makeThumbnails(heic.subarray(0, heic.length - 60))).rejects.toThrow(ImageError)
  })
})

describe('an animation', () => {
  const frames = async (count: number, width: number, height: number) => {
    const raw = Buffer.alloc(width * height * count * 3)
    for (let frame = 0; frame < count; frame += 1)
      raw.fill((frame * 67) % 251, frame * width * height * 3, (frame + 1) * width * height * 3)
    return sharp(raw, {
      limitInputPixels: false,
      raw: { width, height: height * count, pageHeight: height, channels: 3 },
    })
  }
  const delay = (count: number) => Array.from({ length: count }, (_, frame) => 50 + 10 * frame)

  it.each(['gif', 'webp'] as const)(
    'in %s that is larger than what is decoded at once has all its frames',
    async (type) => {
      const count = 30
      const source = await frames(count, 1600, 1200)
      const options = { delay: delay(count), loop: 3, effort: 1 }
      const bytes = await (type === 'gif' ? source.gif(options) : source.webp(options)).toBuffer()
      expect(await readFacts(bytes)).toMatchObject({ frames: count })
      const moving = (await makeThumbnails(bytes)).find(({ format }) => format.animated)!
      const metadata = await sharp(Buffer.from(moving.bytes)).metadata()
      expect(metadata).toMatchObject({ pages: count, delay: delay(count), loop: 3 })
      expect(metadata.width).toBeLessThanOrEqual(840)
      expect(Math.abs(metadata.width / (metadata.pageHeight ?? metadata.height) - 4 / 3)).toBeLessThan(0.02)
    },
  )

  it('of more frames or pixels than are decoded has a still version only', async () => {
    const long = await (await frames(1_001, 2, 2)).webp().toBuffer()
    expect(await readFacts(long)).toMatchObject({ frames: 1_001 })
    expect((await makeThumbnails(long)).map(({ format }) => format.animated)).toEqual([false])
  })
})

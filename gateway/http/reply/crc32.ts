/** The polynomial of CRC-32 without its highest term. The highest bit is the coefficient of x^0. */
const POLYNOMIAL = 0xedb88320
const ONE = 0x80000000
/** x^8: one more byte multiplies the sum of the text before it by this. */
const BYTE = 0x00800000

/**
 * The CRC-32 of two texts, one after the other, from the CRC-32 of each. `shift` is the result of `shiftOf`
 * for the length of the second.
 */
export function crcOfBoth(first: number, second: number, shift: number): number {
  return (product(first, shift) ^ second) >>> 0
}

/** The factor that shifts a CRC-32 by this many bytes. */
export function shiftOf(bytes: number): number {
  let [shift, square] = [ONE, BYTE]
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = product(shift, square)
    square = product(square, square)
  }
  return shift
}

/** The product of two polynomials over GF(2), modulo the polynomial of CRC-32. */
function product(a: number, b: number): number {
  let sum = 0
  let shifted = b
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) sum ^= shifted
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1
  }
  return sum >>> 0
}

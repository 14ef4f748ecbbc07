import { EXTRA_EMOJI_URL } from '../../core/content/markdown/emoji/extra.ts'
import { rawRoute } from '../http/raw-route.ts'
import { plainFailure } from '../http/reply/reply.ts'

/** A loquat: a PNG of 64 by 64 pixels, drawn for this project. */
const PICTURE = `
iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAACxFBMVEVMaXH1piP1piP1pSL2piP4pyX1pSL/mTP1pSP1pSL2piIAh0c/jk44
jEw8lkv3pSX1pSP/qgD2piP4pR95Tyr1pif2pyP/oyj1piP1pSLzpiH2pSP1piL2pSL2pSL/vz/2pSP3oiN6Tyr2pSJ6Tyv1pSL3pyT2pSP1
piP3pyN5Tir1piN5Tip/VSp6TSj/qir4oyT2piJIkkj2piM7kEw+j0/2pSL2pST2piL2pSI+jk58Tio/jk9Bj042f0g4jVU+j056Tin0ox7z
pCL1pSL1pSJ6Tyr1pSP0pCH2pSJ6TSl6Tih5Tir1piL1pSJ5Tin1piL4pSJ5Tir2piP2piL1pSP2pSJ6Tir1piNxVRw9kE95Tyr1piP3oiZ7
Til4UCv1piL1piI+jk48jlJ6Tyo/j0/0piJ6Tir1piP2piL1pSP2piP3piJ5Tyo+jk8+j1A+j04+jk54TSr1qiU+j055Tir1piN3VSI+jk72
piM+jU7boyjrpCZ4Ui0/kE72pSN5Tyk/j04/jk8+j04+j08/jk8/jk4/jk95Tik+j04/jk5yVS4/kE0+j08/j04/j05Fi0U+jU5xWC95UCt6
UCo/j049jlA+jk85i1E+jk72piM/j0//0np6TyqKWhYvbzz+znL5tD3AgBy9fRw8iUv+znH3rTH/0nkzd0E+jk80eUIwcj35tED+z3P6t0X/
0Hb8xmH7vVD2qCbzpSOPXRbxoyKzdhs3gUY5hUk9i0wxdT8xcj46h0oydUA+jU4wcT01e0Mwcz4/j04vcT01ekI5g0g9jE36u035tUD5tUH2
pyf8xF79yWf6uEf9yWn7v1T/0Xj3rDD3qiv+zG/4rzVglEavnTTLiB6dZxjOih6bZhjjmSHlmiHqpSbuoCTimCU1fEMvcDw2fkV2USy7lyya
mjlEkE45gkdvlUM+jE0xdD48iEuu93btAAAAmnRSTlMApNj77iniBf757AHWDREipgO0KOQaXAzE+C7KZ83qBNAk5eVThiNe2g6oav0MJQYq
5AOZHuR+Pq/UdyraEwcJnNAZLdaj+NlMyE9e4Map+fol0rXHUJqJpwljbU4hREyE1bMi8qBL9tewgOZCtOhJ0PxIG5J4iA/jzEEywiJV7YbC
/m70rbWE3E76/Vy76eILUd6fZslGyBbTGOzrvgAAAAlwSFlzAAALEwAACxMBAJqcGAAAAwtJREFUWMPtl2VDG0EQhgMEgmtpkUKLtqW4a0vd
3d3d3d3d7TbJQhu8tLgUikPd3d3/ROeQcgm53c3Xtu+XJDfzPrmdzOxeJJL/+mfU3919Ci3HzNLSsotIbPIQhaIVDRCGQDvNd+/ZZ6EZipmp
YADsQii15H1RGUL7Dx3sKoyMGw5+X08aYAcAMMblFaVpCB2OPtocGQN+xQRqnUK3I6QqTP2A8ZWiKoSOHGsK+PcGvw9DpbfxRUDFHysBUQrv
4hvX4QP+gX4MgM2oQWnffmKcXozQqbP85U2+APBk+a2DzVGTCqtxdS1C5+Lg8lbwdzNj6pYlfwDoRw3GFWXoDDTGXgAMYOy3Wc0EVFuOr9ah
eEkM+Of4MQIszAUEVSUuUaHTJwGwiLnlQ8MEhLpUnPEr9gQAVrEPzYxYASEtHWeojgNguQ5jFzddQKiqwSUHAOCvy+CajV8sQKTjTwBYo9vs
W0SvbbR//f7l87u3ubnSufPmLwzQARG8fuXSZejJ0zecQNLRTjrdx4aNnKaMRwQy2wNWG3BaZOAlY/OvWMenP8xOSEjUQDjbs/gDgyA1J/uy
XC5P0rwJI0O6f9gCSHz8SC7XBuA8vGn+Nj0h7fr9en9mYstC6HeiAAZD0sUU3p5w56a2UlqT/aMgJZlfvvxeDqddfUl+mz6QcRvsKTc4MXVs
RwB04BfAf/8lTlytCYCREL8L/lsEP+cg7nfjK8Av4AEJwFmJAjpD9BoAsoh+rq0owBqiWZQKgPREAe0hmgmAZDLARRRgCtEkaCGyn3MVBZhA
NLHlEGrKkQhgkCNxCQxyJRaRQS7En5FBvYiNxCDxRvJm8htPEh+GQSwAB8o4U0UaZxt9up+4oUgm0gGzyZviWJpfj7atT1PPP39Bx21d4uah
5lcq1QhBVvSjydBIza9GMLJjORztndX8AkK/7mzHs8yr8Xh/kcf78541fBo6Vcb8hGBoa1zvef1cqXz5qqGBbe10ekZxCtnC2/ILCvL5V9OQ
Hjr/1ZJFhEdGSU1MpFGR4REyyV+r36tkhFg77xrpAAAAAElFTkSuQmCC
`

/** Serves the picture of the extra emoji, which clients may cache for a day. */
export const extraEmojiRoute = rawRoute({
  method: 'GET',
  access: 'unidentified',
  limit: { counts: 'files', work: 'A constant answer.' },
  pattern: EXTRA_EMOJI_URL,
  renderError: plainFailure,
  handle: () => ({
    status: '200 OK',
    headers: [
      ['Content-Type', 'image/png'],
      ['Cache-Control', 'public, max-age=86400'],
      ['X-Content-Type-Options', 'nosniff'],
      ['Access-Control-Allow-Origin', '*'],
    ],
    body: Buffer.from(PICTURE, 'base64'),
  }),
})

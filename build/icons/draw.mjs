/**
 * Draws all icons: node build/icons/draw.mjs. The pictures are committed; run it after changing a shape.
 *
 *   tray/<state>-<light|dark>-<22|24|44>.png   for a light or a dark panel (Linux)
 *   tray/<state>-<light|dark>.ico              16, 20, 24 and 32 px (Windows)
 *   tray/<state>Template.png, …@2x.png         one colour, 18 pt (macOS)
 *   app.svg, app.png, app.ico, app.icns, app/<n>x<n>.png
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { icns, ico, png } from './png.mjs'

const here = import.meta.dirname
const GRID = 24

/** On a grid of 24: what a state looks like is told by its shape; colour only repeats it. */
const PULSE = [
  [1.5, 15],
  [6.5, 15],
  [9.5, 7],
  [14, 20],
  [16.5, 15],
  [22.5, 15],
]
const LOW_PULSE = [
  [1.5, 16.5],
  [5.5, 16.5],
  [8.5, 9],
  [12.5, 21],
  [15, 16.5],
  [22.5, 16.5],
] // leaves the corner to the mark
const STROKE = 2.4
const STATES = {
  calm: [
    line(
      [
        [1.5, 12],
        [22.5, 12],
      ],
      'ink',
    ),
  ],
  running: [line(PULSE, 'running')],
  alert: [line(LOW_PULSE, 'ink'), dot([18.5, 5.5], 4, 'alert')],
  urgent: [line(LOW_PULSE, 'ink'), diamond([18, 5.8], 5.4, 'urgent')],
  broken: [
    line(
      [
        [1.5, 12],
        [7, 12],
        [9.5, 7],
      ],
      'broken',
    ),
    line(
      [
        [14.5, 17],
        [17, 12],
        [22.5, 12],
      ],
      'broken',
    ),
  ],
  paused: [
    line(
      [
        [8, 5.5],
        [8, 18.5],
      ],
      'ink',
      3.4,
    ),
    line(
      [
        [16, 5.5],
        [16, 18.5],
      ],
      'ink',
      3.4,
    ),
  ],
}
const PANELS = {
  light: { ink: '#14181f', running: '#2457c5', alert: '#b87500', urgent: '#d93a2b', broken: '#86296f' },
  dark: { ink: '#e9edf3', running: '#8aadff', alert: '#f0b64a', urgent: '#ff8577', broken: '#e193d1' },
}
const TEMPLATE = {
  ink: '#000000',
  running: '#000000',
  alert: '#000000',
  urgent: '#000000',
  broken: '#000000',
}

const APP = { size: 512, from: '#2f66de', to: '#17398c', thread: '#ffffff' }
const APP_SHAPES = [
  square(36, 112, 'ground'),
  line(
    [
      [84, 284],
      [170, 284],
      [222, 150],
      [296, 392],
      [344, 284],
      [428, 284],
    ],
    'thread',
    34,
  ),
]

/** A shape answers with the distance of a point from its edge, negative inside. */
function line(points, colour, width = STROKE) {
  const distance = (x, y) =>
    Math.min(...points.slice(1).map((to, i) => toSegment(x, y, points[i], to))) - width / 2
  return { colour, distance }
}
function dot([cx, cy], radius, colour) {
  return { colour, distance: (x, y) => Math.hypot(x - cx, y - cy) - radius }
}
function diamond([cx, cy], reach, colour) {
  return { colour, distance: (x, y) => (Math.abs(x - cx) + Math.abs(y - cy) - reach) / Math.SQRT2 }
}
function square(inset, radius, colour) {
  const half = APP.size / 2 - inset
  const distance = (x, y) => {
    const dx = Math.abs(x - APP.size / 2) - half + radius
    const dy = Math.abs(y - APP.size / 2) - half + radius
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius
  }
  return { colour, distance }
}
function toSegment(x, y, [x1, y1], [x2, y2]) {
  const along = Math.max(
    0,
    Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)),
  )
  return Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1))
}

/** `paint(colour, x, y)` → [r, g, b]. Edges are soft over one pixel; later shapes lie on top. */
function render(shapes, grid, size, paint) {
  const rgba = Buffer.alloc(size * size * 4)
  const scale = size / grid
  for (let py = 0; py < size; py++) {
    for (let px = 0; px < size; px++) {
      const x = (px + 0.5) / scale
      const y = (py + 0.5) / scale
      let [r, g, b, alpha] = [0, 0, 0, 0]
      for (const shape of shapes) {
        const cover = Math.max(0, Math.min(1, 0.5 - shape.distance(x, y) * scale))
        if (cover === 0) continue
        const [sr, sg, sb] = paint(shape.colour, x, y)
        const rest = alpha * (1 - cover)
        const sum = cover + rest
        ;[r, g, b] = [
          (sr * cover + r * rest) / sum,
          (sg * cover + g * rest) / sum,
          (sb * cover + b * rest) / sum,
        ]
        alpha = sum
      }
      rgba.set([r, g, b, alpha * 255].map(Math.round), (py * size + px) * 4)
    }
  }
  return png(size, size, rgba)
}

const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16))
const write = (name, bytes) => writeFileSync(path.join(here, name), bytes)

rmSync(path.join(here, 'tray'), { recursive: true, force: true })
rmSync(path.join(here, 'app'), { recursive: true, force: true })
mkdirSync(path.join(here, 'tray'))
mkdirSync(path.join(here, 'app'))

for (const [state, shapes] of Object.entries(STATES)) {
  for (const [panel, colours] of Object.entries(PANELS)) {
    const at = (size) => render(shapes, GRID, size, (colour) => rgb(colours[colour]))
    for (const size of [22, 24, 44]) write(`tray/${state}-${panel}-${size}.png`, at(size))
    write(`tray/${state}-${panel}.ico`, ico([16, 20, 24, 32].map((size) => ({ size, png: at(size) }))))
  }
  for (const [suffix, size] of [
    ['', 18],
    ['@2x', 36],
  ])
    write(
      `tray/${state}Template${suffix}.png`,
      render(shapes, GRID, size, (colour) => rgb(TEMPLATE[colour])),
    )
}

const [from, to] = [rgb(APP.from), rgb(APP.to)]
const paintApp = (colour, x, y) => {
  if (colour !== 'ground') return rgb(APP[colour])
  const along = Math.max(0, Math.min(1, (x + y) / (2 * APP.size)))
  return from.map((channel, i) => channel + (to[i] - channel) * along)
}
const appAt = (size) => ({ size, png: render(APP_SHAPES, APP.size, size, paintApp) })
for (const size of [16, 24, 32, 48, 64, 128, 256, 512]) write(`app/${size}x${size}.png`, appAt(size).png)
write('app.png', appAt(512).png)
write('app.ico', ico([16, 24, 32, 48, 64, 128, 256].map(appAt)))
write('app.icns', icns([128, 256, 512, 1024].map(appAt)))
write(
  'app.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
  <defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${APP.from}"/><stop offset="1" stop-color="${APP.to}"/></linearGradient></defs>
  <rect x="36" y="36" width="440" height="440" rx="112" fill="url(#ground)"/>
  <path d="M84 284h86l52-134 74 242 48-108h84" fill="none" stroke="${APP.thread}" stroke-width="34" stroke-linecap="round" stroke-linejoin="round"/>
</svg>
`,
)

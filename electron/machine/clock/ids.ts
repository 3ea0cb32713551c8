import { randomBytes } from 'node:crypto'
import type { Ids } from '../../engine/ports/ports.ts'

let lastMs = 0
let counter = 0

/** Time first, so that ids sort by creation; then a counter within the millisecond; then 80 random bits. */
export const randomId: Ids = <T extends string>(prefix: string): T => {
  const ms = Math.max(lastMs, Date.now())
  counter = ms === lastMs ? counter + 1 : 0
  lastMs = ms
  return `${prefix}_${ms.toString(36).padStart(9, '0')}${counter.toString(36).padStart(3, '0')}${randomBytes(10).toString('hex')}` as T
}

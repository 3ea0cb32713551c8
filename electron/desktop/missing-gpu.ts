import { mkdirSync, rmdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { app } from 'electron'
import { DAY } from '../../shared/base/time.ts'

/** So long nobody looks again whether there is one by now. */
const KEPT_MS = 7 * DAY

/**
 * Before `ready`. Where Chromium finds no GPU it gives up and starts its drawing over, and about one window in a hundred
 * then drew nothing any more. Once seen, the next starts draw without one from the beginning.
 */
export function skipMissingGpu(dataDir: string): void {
  const mark = path.join(dataDir, 'shell', 'no-gpu')
  const markedAt = madeAt(mark)
  if (markedAt !== null && Math.abs(Date.now() - markedAt) < KEPT_MS) return app.disableHardwareAcceleration()
  app.on('gpu-info-update', () => {
    if (app.getGPUFeatureStatus().gpu_compositing.startsWith('disabled')) makeAnew(mark)
  })
}

/** null: there is none, or it cannot be told. */
function madeAt(folder: string): number | null {
  try {
    return statSync(folder).mtimeMs
  } catch {
    return null
  }
}

/** A mark that cannot be made costs what it cost before. */
function makeAnew(folder: string): void {
  try {
    if (madeAt(folder) !== null) rmdirSync(folder)
    mkdirSync(folder)
  } catch (error) {
    console.error('not remembered that there is no GPU:', error)
  }
}

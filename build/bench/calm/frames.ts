import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { ElectronApplication, Page } from '@playwright/test'

export interface Measured {
  frames: number
  dropped: number
  long: number
  delays: number[]
}
/** Frames, tasks over 50 ms, and how long a key takes to the frame after it. */
export async function measure(page: Page, ms: number): Promise<Measured> {
  await page.bringToFront()
  await page.evaluate(() => {
    const m = { frames: 0, dropped: 0, long: 0, delays: [] as number[], on: true }
    Object.assign(window, { measured: m })
    new PerformanceObserver((list) => void (m.on && (m.long += list.getEntries().length))).observe({
      type: 'longtask',
    })
    let last = performance.now()
    const frame = (at: number): void => {
      m.frames++
      m.dropped += Math.max(0, Math.round((at - last) / (1000 / 60)) - 1)
      last = at
      if (m.on) requestAnimationFrame(frame)
    }
    requestAnimationFrame((at) => {
      last = at
      requestAnimationFrame(frame)
    })
    addEventListener(
      'keydown',
      (event) => {
        if (!m.on) return
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => m.delays.push(performance.now() - event.timeStamp)
          port2.postMessage(0)
        })
      },
      true,
    )
  })
  for (const end = Date.now() + ms; Date.now() < end; await pause(250)) await page.keyboard.press('j')
  return page.evaluate(() => {
    const { measured } = window as unknown as {
      measured: { frames: number; dropped: number; long: number; delays: number[]; on: boolean }
    }
    measured.on = false
    return measured
  })
}

export const percentile = (list: readonly number[], share: number): number =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0
export const sum = (all: readonly Measured[]): Measured => ({
  frames: all.reduce((n, m) => n + m.frames, 0),
  dropped: all.reduce((n, m) => n + m.dropped, 0),
  long: all.reduce((n, m) => n + m.long, 0),
  delays: all.flatMap((m) => m.delays),
})
export const share = (m: Measured): number => m.dropped / Math.max(1, m.frames + m.dropped)
export const say = (name: string, m: Measured): void =>
  console.log(
    `${name.padEnd(12)} ${String(m.frames).padStart(6)} frames  ${String(m.dropped).padStart(5)} ` +
      `dropped (${(share(m) * 100).toFixed(1)} %)  ${String(m.long).padStart(4)} long tasks  key to ` +
      `frame p50 ${percentile(m.delays, 0.5).toFixed(1)} ms, p95 ` +
      `${percentile(m.delays, 0.95).toFixed(1)} ms`,
  )

/** What the window draws in `lengthMs` in which nothing happens. */
export async function quiet(
  app: ElectronApplication,
  lengthMs: number,
): Promise<{ frames: number; paints: number }> {
  for (;;) {
    const inMinute = Date.now() % 60_000
    if (inMinute > 2000 && inMinute < 45_000) break
    await pause(500) // the tick of the minute is no quiet time
  }
  const pid = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]!.webContents.getOSProcessId(),
  )
  const file = await app.evaluate(async ({ contentTracing }, length) => {
    await contentTracing.startRecording({
      included_categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame'],
    })
    await new Promise((resolve) => setTimeout(resolve, length))
    return contentTracing.stopRecording()
  }, lengthMs)
  const { traceEvents } = JSON.parse(readFileSync(file, 'utf8')) as {
    traceEvents: { name: string; pid: number }[]
  }
  rmSync(file)
  const count = (...names: string[]): number =>
    traceEvents.filter((e) => e.pid === pid && names.includes(e.name)).length
  return { frames: count('BeginMainThreadFrame', 'FireAnimationFrame'), paints: count('Paint') }
}
